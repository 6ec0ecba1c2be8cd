/**
 * Returns whether a closed object has undeclared keys: the slow part of the check. Generated code
 * counts the declared keys that are present and subtracts one per key. `rest` is the remainder. An
 * object of the host may have keys whose value is `undefined`. They count as absent.
 */
export function hasOtherKeys(object: Readonly<Record<string, unknown>>, rest: number): boolean {
  let left = rest;
  for (const key in object) if (object[key] === undefined) left++;
  return left !== 0;
}
