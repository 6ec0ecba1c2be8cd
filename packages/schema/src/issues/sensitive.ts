import type { Path } from './issue.js';

/**
 * Whether the value at a path must not be shown.
 *
 * True for a sensitive value and what lies in it; for a text or a number that stands where an object with a sensitive
 * value was expected, since it may hold or be that value; and, where anything at all is sensitive, for a value under an undeclared name, which may
 * be a misspelt one.
 *
 * @param sensitive - paths in which `*` stands for every item or key
 */
export function hidesValue(sensitive: readonly Path[], path: Path, value: unknown, undeclared = false): boolean {
  if (sensitive.length === 0 || value === undefined) return false;
  if (undeclared) return true;
  const isScalar = typeof value !== 'object';
  return sensitive.some((one) => agree(one, path) && (one.length <= path.length || isScalar));
}

/** Whether the shorter of two paths is the beginning of the longer. Names agree in any case. */
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
