import type { ToolDefinition } from '@haft/core';
import {
  limitsBroken,
  providerOf,
  TARGETS,
  toDialect,
  type LimitFinding,
  type Rewrite,
  type Target,
} from '@haft/schema/dialects';
import { estimateTokens, requestEntry } from '@haft/schema/tokens';

/** A tool in the form of one provider. */
export interface ToolForm {
  readonly target: Target;
  /** The entry in a request. Unset if the provider cannot get the tool. */
  readonly entry?: object;
  readonly strict: boolean;
  /** An estimate. `haft check --tokens` counts exactly. */
  readonly tokens: number;
  readonly rewrites: readonly Rewrite[];
  /** Limits of the provider that the tool breaks, and why it cannot be sent. */
  readonly problems: readonly string[];
}

/** Returns a tool in the form of each provider. */
export function toolForms(definition: ToolDefinition): readonly ToolForm[] {
  return TARGETS.map((target) => {
    const problems = limitsBroken([definition], providerOf(target)).map(problemText);
    try {
      const entry = requestEntry(definition, target);
      if (entry === undefined) return { target, strict: true, tokens: 0, rewrites: [], problems };
      const { strict, rewrites } = toDialect(definition, target);
      return { target, entry, strict, tokens: estimateTokens(JSON.stringify(entry)), rewrites, problems };
    } catch (error) {
      return { target, strict: false, tokens: 0, rewrites: [], problems: [...problems, messageOf(error)] };
    }
  });
}

function problemText({ what, limit, fix }: LimitFinding): string {
  return `${what}. ${limit}. ${fix}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
