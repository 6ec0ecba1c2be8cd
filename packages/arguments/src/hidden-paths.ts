import type { JsonSchemaObject, Path } from '@haft/schema';
import { anyDepth, isAnyDepth } from '@haft/schema/internal';
import type { ArgumentCheck } from './accepted-arguments.js';
import { placesOfNames } from './places-of-names.js';

/** The paths by check and by the names of a runtime. Each rejected call needs them. */
const known = new WeakMap<ArgumentCheck, readonly HiddenPaths[]>();

interface HiddenPaths {
  readonly names: ReadonlySet<string>;
  readonly paths: readonly Path[];
}

/**
 * Returns the paths of values for no text: the sensitive paths of the tool, and the properties with
 * one of the names, declared or not, in any case and at any depth. `*` means each item or key, and
 * `**` any path.
 *
 * @param names - in lower case
 */
export function hiddenPaths(check: ArgumentCheck, names: ReadonlySet<string> | undefined): readonly Path[] {
  if (names === undefined || names.size === 0) return check.sensitive;
  const found = known.get(check) ?? NONE;
  for (const one of found) if (one.names === names) return one.paths;
  const schema: JsonSchemaObject = check.schema();
  const paths = [...check.sensitive, ...placesOfNames(schema, names), ...anyDepth(names)];
  known.set(check, [...found.slice(-MOST_KEPT), { names, paths }]);
  return paths;
}

/** Returns the {@link hiddenPaths} that the schema of a tool declares. */
export function declaredHiddenPaths(check: ArgumentCheck, names: ReadonlySet<string>): readonly Path[] {
  return hiddenPaths(check, names).filter((path) => !isAnyDepth(path));
}

const NONE: readonly HiddenPaths[] = [];
const MOST_KEPT = 10;
