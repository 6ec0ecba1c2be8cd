/** Returns whether the value of a field says nothing: some servers send it instead of no field. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
