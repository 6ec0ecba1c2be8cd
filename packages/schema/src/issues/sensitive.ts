import type { Path } from './issue.js';

/** The first key of a pattern for all properties of a name, also undeclared: `['**', name]`. */
const ANY_DEPTH = '**';

/** Returns the patterns for all properties with one of the names, at any depth of a value. */
export function anyDepth(names: Iterable<string>): readonly Path[] {
  return [...names].map((name) => [ANY_DEPTH, name.toLowerCase()]);
}

/**
 * Returns whether the value at a path must be hidden.
 *
 * Hides a sensitive value and its parts. Hides a string or a number in the place of an object with
 * a sensitive value, since it may contain or be that value. If a schema declares a sensitive value,
 * hides the value of an undeclared name, which may be a misspelled one. Hides a text that assigns a
 * value to a name of `**`, such as `{"password": "..."}` in a string.
 *
 * @param sensitive - paths in which `*` stands for every item or key, and `**` for any path
 */
export function hidesValue(sensitive: readonly Path[], path: Path, value: unknown, undeclared = false): boolean {
  if (sensitive.length === 0 || value === undefined) return false;
  if (undeclared && declaresSensitive(sensitive)) return true;
  const isScalar = typeof value !== 'object';
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return sensitive.some((one) => {
    if (isAnyDepth(one)) return path.some((key) => isSameName(one[1], key)) || assigns(text, one[1]);
    return agree(one, path) && (one.length <= path.length || isScalar);
  });
}

/** Returns whether some path is that of a declared value, not of a name at any depth. */
export function declaresSensitive(sensitive: readonly Path[]): boolean {
  return sensitive.some((one) => !isAnyDepth(one));
}

/** Returns whether a path is a pattern of {@link anyDepth}. */
export function isAnyDepth(path: Path): path is readonly [typeof ANY_DEPTH, string] {
  return path.length === 2 && path[0] === ANY_DEPTH && typeof path[1] === 'string';
}

/** The characters between a name and its value in a text, in JSON, a query or a header. */
const ASSIGNMENT = /["'`\\]*\s*[:=]/y;

/** Returns whether a text gives a value to a name. Both are in lower case. */
function assigns(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    ASSIGNMENT.lastIndex = at + name.length;
    if (ASSIGNMENT.test(text)) return true;
  }
  return false;
}

/**
 * Returns whether the shorter of two paths is the beginning of the longer one. Ignores the case of
 * names.
 */
function agree(pattern: Path, path: Path): boolean {
  const length = Math.min(pattern.length, path.length);
  for (let i = 0; i < length; i++) {
    const step = pattern[i];
    if (step !== '*' && step !== path[i] && !isSameName(step, path[i])) return false;
  }
  return true;
}

function isSameName(a: string | number | undefined, b: string | number | undefined): boolean {
  return typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();
}
