import { wireForm } from './wire-form.js';

/**
 * Writes a result as JSON text, in wire form. For plain data, `JSON.stringify` alone is faster,
 * even with the check before.
 *
 * @throws {TypeError} if JSON has no form for the value
 */
export function jsonText(value: unknown): string {
  return isPlain(value) ? JSON.stringify(value) : JSON.stringify(wireForm(value));
}

/**
 * Returns whether `JSON.stringify` writes the wire form: for texts, numbers, booleans, and objects
 * and lists of them without functions. False for deeply nested values, and if a getter throws.
 */
export function isPlain(value: unknown): boolean {
  if (typeof value !== 'object') return isPlainScalar(value);
  try {
    return value === null || isPlainObject(value, 0);
  } catch {
    return false;
  }
}

/** Checks scalars in the loop: a call for each of them takes longer than the check. */
function isPlainObject(value: object, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (value.constructor !== Object) return Array.isArray(value) && isPlainList(value, depth);
  for (const key in value) {
    const one = (value as Readonly<Record<string, unknown>>)[key];
    if (isPlainScalar(one) || one === undefined || one === null) continue;
    if (typeof one !== 'object' || !isPlainObject(one, depth + 1)) return false;
  }
  return true;
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  for (const one of list) {
    if (isPlainScalar(one) || one === null) continue;
    if (typeof one !== 'object' || !isPlainObject(one, depth + 1)) return false;
  }
  return true;
}

function isPlainScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const DEEPEST = 50;
