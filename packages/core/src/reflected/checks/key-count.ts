/** How many keys with a value an object has. */
export function keyCount(object: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const key in object) if (object[key] !== undefined) count++;
  return count;
}
