/** Returns `1 to 3 items` or `at least 1 property`: the bounds of a count; undefined without any. */
export function countText(least = 0, most: number | undefined, one: string, many: string): string | undefined {
  if (most === undefined) return least > 0 ? `at least ${least} ${least === 1 ? one : many}` : undefined;
  const last = `${most} ${most === 1 ? one : many}`;
  if (least <= 0) return most === 0 ? `no ${many}` : `at most ${last}`;
  return least === most ? `exactly ${last}` : `${least} to ${last}`;
}

/** Returns `a string of 1 to 3 characters`. */
export function ofCount(phrase: string, count: string | undefined): string {
  return count === undefined ? phrase : `${phrase} of ${count}`;
}
