import type { JsonValue } from '@haft/schema';

/** Returns a text as a JavaScript string literal in single quotes. */
export function quote(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))
    .replace(/[\u2028\u2029]/g, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'));
  return `'${inner}'`;
}

/** Returns a JSON value as a JavaScript expression. `__proto__` stays an ordinary key. */
export function literal(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => `${propertyKey(key)}: ${literal(one)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return JSON.stringify(value);
}

/** Returns a key of an object literal. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return isIdentifier(name) ? name : quote(name);
}

/** Returns the access to a member: `.path`, `['x-id']`. */
export function memberOf(target: string, name: string): string {
  return isIdentifier(name) ? `${target}.${name}` : `${target}[${quote(name)}]`;
}

/** Returns whether a name needs no quotes. ASCII only, so that every tool agrees. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
