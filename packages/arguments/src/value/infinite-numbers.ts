import type { Path } from '@haft/schema';

/** The largest number of places that a text tells. */
const MOST_PLACES = 10;

/** A number that is not finite, so JSON cannot carry it. */
export interface InfiniteNumber {
  readonly path: Path;
  readonly value: number;
}

/** Returns up to ten numbers in a value that are not finite. The value is within the limits. */
export function infiniteNumbers(value: unknown): readonly InfiniteNumber[] {
  const found: InfiniteNumber[] = [];
  collect(value, [], found);
  return found;
}

function collect(value: unknown, path: Path, found: InfiniteNumber[]): void {
  if (found.length === MOST_PLACES) return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.push({ path, value });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, [...path, index], found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) collect(one, [...path, key], found);
  }
}
