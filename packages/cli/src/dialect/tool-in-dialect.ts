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

/** The form of one tool for a target, with its changes and problems. */
export interface ToolInDialect {
  readonly name: string;
  /** Whether strict mode is used. */
  readonly strict: boolean;
  /** Absent if the tool requires strict mode but cannot use it. */
  readonly parameters?: JsonSchemaObject;
  readonly rewrites: readonly Rewrite[];
  /** Limits of the provider that no rewriting can satisfy. */
  readonly problems: readonly Pick<LimitFinding, 'kind' | 'path' | 'what' | 'limit' | 'fix'>[];
}

/** Returns the form of a tool for a target, with its report. */
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
