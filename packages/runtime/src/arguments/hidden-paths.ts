import type { JsonSchemaObject, Path } from '@haft/schema';
import type { ArgumentCheck } from './accepted-arguments.js';
import { placesOfNames } from './places-of-names.js';

/** By the check: one for each runtime that has it, or nearly. Every refused call asks, so that nothing but the look is left of it. */
const known = new WeakMap<ArgumentCheck, readonly HiddenPaths[]>();

interface HiddenPaths {
  readonly names: ReadonlySet<string>;
  readonly paths: readonly Path[];
}

/**
 * The places whose values no text shows: those that the tool says are sensitive, and its declared properties that bear one of the
 * names, in any case, at any depth. `*` stands for every item or key.
 *
 * @param names - in lower case
 */
export function hiddenPaths(check: ArgumentCheck, names: ReadonlySet<string> | undefined): readonly Path[] {
  if (names === undefined || names.size === 0) return check.sensitive;
  const found = known.get(check) ?? NONE;
  for (const one of found) if (one.names === names) return one.paths;
  const schema: JsonSchemaObject = check.schema();
  const paths = [...check.sensitive, ...placesOfNames(schema, names)];
  known.set(check, [...found.slice(-MOST_KEPT), { names, paths }]);
  return paths;
}

const NONE: readonly HiddenPaths[] = [];
const MOST_KEPT = 10;
