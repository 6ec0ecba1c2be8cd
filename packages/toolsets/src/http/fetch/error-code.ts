/**
 * Returns the code that Node and undici give their errors. After an attempt at several addresses,
 * each of them has an error.
 */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (!('errors' in error) || !Array.isArray(error.errors)) return undefined;
  return error.errors.map(errorCode).find((code) => code !== undefined);
}
