import { sameJson } from '../values/same-json.js';

/** Returns the values that are not in another list. */
export function without<T>(values: readonly T[], others: readonly T[]): readonly T[] {
  return values.filter((one) => !others.some((other) => sameJson(one, other)));
}
