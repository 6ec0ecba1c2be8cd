import type { Issue, JsonSchemaObject } from '@haft/schema';
import type { ArgumentLimits } from '../accepted-arguments.js';
import { checkerOf } from '../checker-of.js';
import { coerceArguments } from './coerce-arguments.js';
import { schemaOfPath } from './schema-of-path.js';
import { valueAt } from './value-at.js';

/**
 * Leaves out values that a valid call could have, such as `"5"` for a number: the model must only
 * correct the others. If there are no others, returns all issues.
 *
 * @param value - the value with the issues
 */
export function withoutCoercible(
  issues: readonly Issue[],
  value: unknown,
  { schema, limits }: { readonly schema: JsonSchemaObject; readonly limits: ArgumentLimits },
): readonly Issue[] {
  if (issues.length < 2) return issues;
  const left = issues.filter(({ rule, path }) => {
    const sent = rule === 'type' ? valueAt(value, path) : undefined;
    return !isScalar(sent) || !isCoercible(schemaOfPath(schema, path), sent, limits);
  });
  return left.length === 0 ? issues : left;
}

function isCoercible(schema: ReturnType<typeof schemaOfPath>, value: unknown, limits: ArgumentLimits): boolean {
  // A reference leads out of this part of the schema. Scalars rarely have one.
  if (typeof schema === 'boolean' || schema.$ref !== undefined) return false;
  const checker = checkerOf(schema);
  const coerced = coerceArguments(checker, value, limits);
  return coerced !== undefined && checker.issuesOf(coerced.value).length === 0;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
