import type { JsonSchemaObject } from '../json-schema.js';
import { rulesOf } from './dialect-rules.js';
import type { LimitedDefinition, ToolFinding } from './limit-finding.js';
import type { Provider } from './provider-limits.js';
import { writeDocument } from './rewrite/document.js';
import { whatOf } from './strict-mode-error.js';

/**
 * Finds the reasons why a tool cannot have the strict mode that it requires. `toDialect` throws for
 * the same reasons.
 */
export function strictLimitsBroken(
  { name, parameters }: LimitedDefinition,
  title: string,
  provider: Provider,
): readonly ToolFinding[] {
  const rules = rulesOf(provider, true);
  if (rules?.strict === undefined) return [];
  return writeDocument(parameters as JsonSchemaObject, rules).refusals.map(({ path, limit }) => ({
    kind: 'strict',
    path,
    what: whatOf(name, title, path),
    limit,
    fix: 'Change the type, or leave `strict` out: then strict mode is used where it is possible.',
  }));
}
