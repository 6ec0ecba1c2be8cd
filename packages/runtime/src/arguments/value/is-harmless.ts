/** Names through which a prototype could be reached. No argument may have one, wherever it stands. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value that `JSON.parse` made is no deeper than the limit and has no reserved name. Goes no deeper than the limit. */
export function isHarmless(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isHarmless(item, depth - 1)) return false;
    return true;
  }
  for (const key in value) {
    if (RESERVED_NAMES.has(key) || !isHarmless((value as Readonly<Record<string, unknown>>)[key], depth - 1))
      return false;
  }
  return true;
}
