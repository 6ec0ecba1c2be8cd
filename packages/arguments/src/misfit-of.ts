import type { Hole } from '@haft/core';
import { phraseOf, type Issue, type JsonSchemaObject } from '@haft/schema';
import { fits, resolverOf } from '@haft/schema/internal';
import { isReferenceSchema } from '@haft/schema/basics';
import type { ArgumentCheck } from './accepted-arguments.js';
import { declaredPath, withDeclaredNames } from './value/declared-names.js';
import { schemaOfPath } from './value/schema-of-path.js';

/** Returns holes at the places that the declared names of the arguments give them. */
export function declaredHoles(holes: readonly Hole[], check: ArgumentCheck, sent: unknown): readonly Hole[] {
  const named = withDeclaredNames(check, sent);
  return named === undefined ? holes : holes.map((one) => ({ ...one, path: declaredPath(one.path, named.changes) }));
}

/**
 * Returns a problem if no value of a hole is valid at its place.
 *
 * @param parameters - the schema of the arguments
 */
export function misfitOf({ path, schema }: Hole, parameters: JsonSchemaObject): readonly Issue[] {
  // The value of a reference replaces it before the check.
  if (schema === undefined || isReferenceSchema(schema)) return [];
  const wanted = schemaOfPath(parameters, path);
  if (fits(schema, wanted, { parameter: parameters }) !== 'never') return [];
  const expected = phraseOf(wanted, resolverOf(parameters));
  return [{ path, rule: 'type', expected, received: `a reference to ${phraseOf(schema, resolverOf(schema))}` }];
}
