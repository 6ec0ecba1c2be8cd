import type { Path } from '@haft/schema';

/** Whether two paths lead to the same place. */
export function isSamePath(one: Path, other: Path): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
