import type { Path } from '@haft/schema';
import { isReferenceId } from '../../references/reference-id.js';

/** A reference in arguments, and its place. */
export interface PlacedReference {
  readonly id: string;
  readonly path: Path;
}

/**
 * Returns the references in plain data, at most `limit` and one more. The data are within the
 * limits of arguments, so they are neither deep nor large.
 */
export function referencesIn(value: unknown, limit: number): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  const visit = (one: unknown, path: Path): void => {
    if (typeof one !== 'object' || one === null || found.length > limit) return;
    const id = idOf(one);
    if (id !== undefined) found.push({ id, path });
    else if (Array.isArray(one)) for (const [index, item] of one.entries()) visit(item, [...path, index]);
    else for (const [key, item] of Object.entries(one)) visit(item, [...path, key]);
  };
  visit(value, []);
  return found;
}

/** Returns the id of a reference: `{ $ref }`, or the whole object that the model read. */
function idOf(value: object): string | undefined {
  if (!Object.hasOwn(value, '$ref')) return undefined;
  const { $ref } = value as { readonly $ref: unknown };
  const isReference = Object.keys(value).every((key) => KEYS.has(key));
  return isReference && typeof $ref === 'string' && isReferenceId($ref) ? $ref : undefined;
}

const KEYS: ReadonlySet<string> = new Set(['$ref', 'type', 'preview']);

/** Returns a copy of plain data with other values at some places. Shares the unchanged parts. */
export function withValues(
  value: unknown,
  places: readonly { readonly path: Path; readonly value: unknown }[],
): unknown {
  if (places.length === 0) return value;
  const [whole] = places.filter(({ path }) => path.length === 0);
  if (whole !== undefined) return whole.value;
  const inside = new Map<string | number, { path: Path; value: unknown }[]>();
  for (const { path, value: one } of places) {
    const [key = '', ...rest] = path;
    const list = inside.get(key) ?? [];
    list.push({ path: rest, value: one });
    inside.set(key, list);
  }
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  for (const [key, list] of inside) {
    const before = (value as Readonly<Record<string | number, unknown>>)[key];
    // Not an assignment, which would set the prototype for `__proto__`.
    Object.defineProperty(copy, key, {
      value: withValues(before, list),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
