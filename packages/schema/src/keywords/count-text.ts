/**
 * Describes the bounds of a count: `1 to 3 items`, `at least 1 property`. Returns undefined without
 * bounds.
 */
export function countText(least = 0, most: number | undefined, one: string, many: string): string | undefined {
  if (most === undefined) return least > 0 ? `at least ${least} ${least === 1 ? one : many}` : undefined;
  const last = `${most} ${most === 1 ? one : many}`;
  if (least <= 0) return most === 0 ? `no ${many}` : `at most ${last}`;
  return least === most ? `exactly ${last}` : `${least} to ${last}`;
}

/** Adds a count to a phrase: `a string of 1 to 3 characters`. */
export function ofCount(phrase: string, count: string | undefined): string {
  return count === undefined ? phrase : `${phrase} of ${count}`;
}
