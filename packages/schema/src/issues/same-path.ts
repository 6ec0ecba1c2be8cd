import type { Path } from './issue.js';

/** Returns whether two paths lead to one place. */
export function isSamePath(one: Path, other: Path): boolean {
  if (one.length !== other.length) return false;
  // Paths of siblings differ at the end.
  for (let i = one.length - 1; i >= 0; i--) if (!isSameKey(one[i], other[i])) return false;
  return true;
}

/** Returns whether a path leads into the place of another one. */
export function isBelow(path: Path, place: Path): boolean {
  return path.length > place.length && overlap(path, place);
}

/** Returns whether one of two paths is the beginning of the other. */
export function overlap(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) if (!isSameKey(one[i], other[i])) return false;
  return true;
}

/** Compares names apart from positions. For values of several types, V8 calls a function. */
function isSameKey(one: string | number | undefined, other: string | number | undefined): boolean {
  return typeof one === 'string' && typeof other === 'string' ? one === other : one === other;
}
