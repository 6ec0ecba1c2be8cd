/**
 * Returns a count of a job. 0 if it is not one: the data come from a server that others write to.
 */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
