import type { JsonSchema } from '@haft/schema';

/** The schema that a `$ref` inside one document means: `#`, `#/$defs/Node`. Undefined for everything else. */
export function resolvePointer(root: JsonSchema, pointer: string): JsonSchema | undefined {
  if (pointer === '#') return root;
  if (!pointer.startsWith('#/')) return undefined;
  let current: unknown = root;
  for (const part of pointer.slice(2).split('/')) {
    const key = unescapePart(part);
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return typeof current === 'boolean' || (typeof current === 'object' && current !== null) ? current : undefined;
}

function unescapePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
