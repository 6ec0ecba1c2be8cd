/** Returns a text as code. */
export function literal(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/**
 * Returns JSON as code of several lines.
 *
 * @param indent - the blanks in front of all lines but the first
 */
export function code(value: unknown, indent: string): string {
  if (typeof value === 'string') return literal(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inside = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: unknown) => code(item, inside))
    : Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${code(item, inside)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open ?? ''}${close ?? ''}`;
  return `${open ?? ''}\n${items.map((item) => `${inside}${item},\n`).join('')}${indent}${close ?? ''}`;
}

/** As a plain key, `__proto__` would set the prototype. */
function keyOf(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : literal(key);
}
