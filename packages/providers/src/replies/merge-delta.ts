import { isObject } from '@haft/schema/internal';
import { isNothing } from './is-nothing.js';
import type { Fields } from './reply-reader.js';
import { wholeText } from './whole-text.js';

/**
 * Merges a chunk into the chunks before it: appends texts and lists, merges objects, replaces
 * everything else. So fields that Haft does not know arrive complete too.
 *
 * @param into - changed in place
 */
export function mergeDelta(into: Fields, delta: Fields): void {
  merge(into, delta, 0);
}

/**
 * Takes the fields of a whole object, of which pieces may have come before. A field that says
 * nothing changes nothing.
 *
 * @param into - changed in place
 * @param isGrowing - whether the fields so far came as wholes too
 */
export function mergeWhole(into: Fields, whole: Fields, isGrowing: boolean): void {
  for (const [key, value] of Object.entries(whole)) {
    const before = Object.hasOwn(into, key) ? into[key] : undefined;
    if (before !== undefined && isNothing(value)) continue;
    const isText = typeof before === 'string' && typeof value === 'string' && !IDENTIFIES.has(key);
    Reflect.deleteProperty(into, key);
    merge(into, { [key]: isText ? wholeText(before, value, isGrowing) : value }, 0);
  }
}

/** Adds the parts of a list. Parts with the same `index` and `type` are one part in pieces. */
export function mergeParts(into: unknown[], parts: readonly unknown[]): void {
  appendAll(into, parts, 0);
}

function merge(into: Fields, delta: Fields, depth: number): void {
  for (const [key, value] of Object.entries(delta)) {
    const isKnown = Object.hasOwn(into, key);
    // At the top, null means that this chunk adds nothing. Deeper, it is a value.
    if (value === undefined || (value === null && (depth === 0 || isKnown))) continue;
    const all = IDENTIFIES.has(key) ? value : joined(isKnown ? into[key] : undefined, value, depth + 1);
    if (key !== '__proto__') into[key] = all;
    else Object.defineProperty(into, key, { value: all, enumerable: true, writable: true, configurable: true });
  }
}

function joined(before: unknown, value: unknown, depth: number): unknown {
  // No model streams anything this deep.
  if (depth > MOST_DEPTH) return value;
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (Array.isArray(value)) {
    const list = Array.isArray(before) ? (before as unknown[]) : [];
    appendAll(list, value, depth);
    return list;
  }
  if (!isObject(value) || isBytes(value)) return value;
  const fields: Fields = isObject(before) && !isBytes(before) ? before : {};
  merge(fields, value, depth);
  return fields;
}

function appendAll(list: unknown[], parts: readonly unknown[], depth: number): void {
  for (const part of parts) {
    const open = openPart(list, part);
    if (open === undefined) {
      const added = joined(undefined, part, depth + 1);
      list.push(added);
      remember(list, added);
    } else merge(open, part as Fields, depth + 1);
  }
}

/** Returns the part of the list that a piece continues. */
function openPart(list: unknown[], piece: unknown): Fields | undefined {
  const key = keyOf(piece);
  const open = key === undefined ? undefined : OPEN_PARTS.get(list)?.get(key);
  const [id, given] = [open?.['id'], (piece as Fields | undefined)?.['id']];
  return typeof id === 'string' && typeof given === 'string' && id !== given ? undefined : open;
}

function remember(list: unknown[], part: unknown): void {
  const key = keyOf(part);
  if (key === undefined) return;
  const open = OPEN_PARTS.get(list) ?? new Map<string, Fields>();
  OPEN_PARTS.set(list, open.set(key, part as Fields));
}

function keyOf(part: unknown): string | undefined {
  if (!isObject(part) || typeof part['index'] !== 'number') return undefined;
  return `${part['index']} ${typeof part['type'] === 'string' ? part['type'] : ''}`;
}

/** The parts of each list that pieces may continue, so that no piece has to search the list. */
const OPEN_PARTS = new WeakMap<unknown[], Map<string, Fields>>();

function isBytes(value: object): boolean {
  return ArrayBuffer.isView(value);
}

/** Fields that name or classify. A server that repeats them means the same value. */
const IDENTIFIES: ReadonlySet<string> = new Set(['id', 'type', 'role', 'index', 'format', 'name', 'status']);

const MOST_DEPTH = 64;
