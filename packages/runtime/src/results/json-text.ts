import { wireForm } from './wire-form.js';

/**
 * A result as JSON text, in wire form. Plain data takes the short way: `JSON.stringify` alone, after a walk that is cheaper than writing.
 *
 * @throws TypeError for what JSON cannot say
 */
export function jsonText(value: unknown): string {
  return isPlain(value, 0) ? JSON.stringify(value) : JSON.stringify(wireForm(value));
}

/** Whether `JSON.stringify` writes the wire form of the value. Too deep to say means no. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (value === null) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) {
    for (const one of value) if (!isPlain(one, depth + 1)) return false;
    return true;
  }
  if (value.constructor !== Object) return false;
  for (const key in value) {
    const one = (value as Readonly<Record<string, unknown>>)[key];
    if (one !== undefined && !isPlain(one, depth + 1)) return false;
  }
  return true;
}

const DEEPEST = 50;
