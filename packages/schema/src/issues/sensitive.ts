import type { Path } from './issue.js';

/**
 * Returns whether the value at a path must be hidden.
 *
 * Hides a sensitive value and its parts. Hides a string or a number in the place of an object with
 * a sensitive value, since it may contain or be that value. If any path is sensitive, hides the
 * value of an undeclared name, which may be a misspelled one.
 *
 * @param sensitive - paths in which `*` stands for every item or key
 */
export function hidesValue(sensitive: readonly Path[], path: Path, value: unknown, undeclared = false): boolean {
  if (sensitive.length === 0 || value === undefined) return false;
  if (undeclared) return true;
  const isScalar = typeof value !== 'object';
  return sensitive.some((one) => agree(one, path) && (one.length <= path.length || isScalar));
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
