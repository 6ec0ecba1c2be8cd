/** Returns whether a value is a string that begins like the JSON of a list or an object. */
export function mayHoldJson(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const first = value.trimStart().charAt(0);
  return first === '[' || first === '{';
}
