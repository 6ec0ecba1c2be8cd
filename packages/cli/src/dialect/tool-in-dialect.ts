import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import {
  limitsBroken,
  providerOf,
  StrictModeError,
  toDialect,
  type LimitFinding,
  type Rewrite,
  type Target,
} from '@haft/schema/dialects';

/** What a target is sent of one tool, what was changed for it, and what is wrong with it there. */
export interface ToolInDialect {
  readonly name: string;
  /** Whether strict mode is used. */
  readonly strict: boolean;
  /** Absent where nothing can be sent: the tool asks for strict mode and cannot have it. */
  readonly parameters?: JsonSchemaObject;
  readonly rewrites: readonly Rewrite[];
  /** Limits of the provider that no rewriting keeps. */
  readonly problems: readonly Pick<LimitFinding, 'kind' | 'path' | 'what' | 'limit' | 'fix'>[];
}

/** The form of a tool for a target, with its report. */
export function toolInDialect(definition: ToolDefinition, target: Target): ToolInDialect {
  const { name } = definition;
  const problems = limitsBroken([definition], providerOf(target)).map(({ kind, path, what, limit, fix }) => ({
    kind,
    path,
    what,
    limit,
    fix,
  }));
  try {
    const { strict, parameters, rewrites } = toDialect(definition, target);
    return { name, strict, parameters, rewrites, problems };
  } catch (error) {
    if (!(error instanceof StrictModeError)) throw error;
    return { name, strict: true, rewrites: [], problems };
  }
}
