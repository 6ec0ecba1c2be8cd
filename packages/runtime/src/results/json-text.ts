import { wireForm } from './wire-form.js';

/**
 * A result as JSON text, in wire form. Plain data takes the short way: `JSON.stringify` alone, after a walk that is cheaper than writing.
 *
 * @throws TypeError for what JSON cannot say
 */
export function jsonText(value: unknown): string {
  return isPlain(value) ? JSON.stringify(value) : JSON.stringify(wireForm(value));
}

/** Whether `JSON.stringify` writes the wire form of the value. Too deep to say means no. */
function isPlain(value: unknown): boolean {
  return typeof value === 'object' ? value === null || isPlainObject(value, 0) : isPlainScalar(value);
}

/** Looks at texts and numbers where they stand: a call for each of them costs more than the look. */
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
