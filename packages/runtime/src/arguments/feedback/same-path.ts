import type { Path } from '@haft/schema';

/** Returns whether two paths lead to one place. */
export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && overlap(one, other);
}

/** Returns whether a path leads into the place of another one. */
export function isBelow(path: Path, place: Path): boolean {
  return path.length > place.length && overlap(path, place);
}

/** Returns whether one of two paths is the beginning of the other. */
export function overlap(one: Path, other: Path): boolean {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false;
  return true;
}
