import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { isObject, resolverOf, subschemasOf, targetOf, type Resolve } from '@haft/schema/internal';

/**
 * Returns whether a schema refers to itself without going deeper into the value, as
 * `{ "$ref": "#" }` does at its own place. Such a schema cannot check any value. Visits each part
 * once.
 */
export function hasReferenceLoop(root: unknown): boolean {
  const done = new Set<unknown>();
  const resolve = resolverOf(isObject(root) ? root : {});
  const stack: unknown[] = [root];
  const seen = new Set<unknown>();
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    if (isObject(part) && loopsFrom(part, resolve, done)) return true;
    for (const inside of Object.values(part)) if (inside !== undefined) stack.push(inside);
  }
  return false;
}

/** Walks the schemas that apply to the same value. An open part that occurs again is a loop. */
function loopsFrom(start: JsonSchemaObject, resolve: Resolve, done: Set<unknown>): boolean {
  const open = new Set<unknown>();
  const path: { readonly part: JsonSchemaObject; readonly next: JsonSchema[] }[] = [];
  const enter = (part: unknown): boolean => {
    if (!isObject(part) || done.has(part)) return false;
    if (open.has(part)) return true;
    open.add(part);
    path.push({ part, next: appliedHere(part, resolve) });
    return false;
  };
  if (enter(start)) return true;
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    if (last.next.length > 0) {
      if (enter(last.next.pop())) return true;
      continue;
    }
    path.pop();
    open.delete(last.part);
    done.add(last.part);
  }
  return false;
}

/** Returns the schemas that apply to the same value as this one. */
function appliedHere(schema: JsonSchemaObject, resolve: Resolve): JsonSchema[] {
  const inside = subschemasOf(schema).filter(({ relation }) => relation === 'same' || relation === 'asks');
  const schemas = inside.map((one) => one.schema);
  const target = targetOf(schema, resolve);
  return target === undefined ? schemas : [...schemas, target];
}
