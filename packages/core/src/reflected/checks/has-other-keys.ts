/**
 * The slow end of the check of a closed object. Emitted code counts the declared keys that are present, then takes one
 * off for each key there is; `rest` is what remains. A host's object may hold keys whose value is `undefined`: they
 * count as absent.
 */
export function hasOtherKeys(object: Readonly<Record<string, unknown>>, rest: number): boolean {
  let left = rest;
  for (const key in object) if (object[key] === undefined) left++;
  return left !== 0;
}
