import type { JsonValue } from '@haft/schema';

const NO_FORM = 'JSON has no form for';

/** The most levels of a path in a message. Each level costs another writing of what is below it. */
const DEEPEST_PLACE = 10;

/**
 * Converts a result to JSON. Dates become ISO texts, sets become lists, `bigint` becomes digits,
 * bytes become base64, URLs become text. Maps become objects, or lists of pairs if a key is neither
 * a text nor a number. Calls `toJSON`. As in `JSON.stringify`, undefined properties are left out,
 * and undefined items and numbers like `NaN` become null. Halves of surrogate pairs become
 * `U+FFFD`: databases and many readers reject them.
 *
 * @param value - the result of a tool
 * @throws {TypeError} if JSON has no form for the value: a cycle, an invalid date, or a function or
 *   symbol as the result or as an item
 */
export function wireForm(value: unknown): JsonValue {
  try {
    return write(value, []);
  } catch (error) {
    const place = isFormless(error) ? placeOf(value, []) : '';
    throw place === '' ? error : new TypeError(`${(error as TypeError).message} It is at result${place}.`);
  }
}

function isFormless(error: unknown): boolean {
  return error instanceof TypeError && error.message.startsWith(NO_FORM);
}

/** Returns the path to the first part without a form in JSON. Writes the parts again. */
function placeOf(value: unknown, above: readonly object[]): string {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return '';
  if (above.includes(value) || above.length > DEEPEST_PLACE) return '';
  const inside = [...above, value];
  const isList = Array.isArray(value);
  const found = Object.entries(value as Readonly<Record<string, unknown>>).find(([, one]) => {
    if (one === undefined || (typeof one === 'function' && !isList)) return false;
    try {
      write(one, inside);
      return false;
    } catch (error) {
      return isFormless(error);
    }
  });
  if (found === undefined) return '';
  const [key, one] = found;
  return (isList ? `[${key}]` : `.${key}`) + placeOf(one, inside);
}

/**
 * @param isFromJson - whether a `toJSON` returned the value. As in `JSON.stringify`, its own
 *   `toJSON` is not called: it may be a copy with the same method.
 */
function write(value: unknown, above: readonly object[], isFromJson = false): JsonValue {
  switch (typeof value) {
    case 'string':
      return value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : writeObject(value, above, isFromJson);
    default:
      throw new TypeError(`${NO_FORM} ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}.`);
  }
}

function writeObject(value: object, above: readonly object[], isFromJson: boolean): JsonValue {
  if (above.includes(value)) throw new TypeError(`${NO_FORM} a value that contains itself.`);
  const inside = [...above, value];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? invalidDate() : value.toISOString();
  if (value instanceof Map) return writeMap(value, inside);
  if (value instanceof Set) return [...value].map((one) => write(one, inside));
  if (value instanceof URL) return value.href;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (Array.isArray(value)) return value.map((one) => (one === undefined ? null : write(one, inside)));
  if (!isFromJson && 'toJSON' in value && typeof value.toJSON === 'function')
    return write((value as { readonly toJSON: () => unknown }).toJSON(), inside, true);
  if (BOXES.some((box) => value instanceof box)) return write(value.valueOf(), inside);
  refuseFormless(value);
  const written: Record<string, JsonValue> = {};
  for (const [key, one] of Object.entries(value)) {
    if (one !== undefined && typeof one !== 'function') define(written, key, write(one, inside));
  }
  return written;
}

function writeMap(map: ReadonlyMap<unknown, unknown>, inside: readonly object[]): JsonValue {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === 'string' || typeof key === 'number')) {
    return entries.map(([key, one]) => [write(key, inside), write(one, inside)]);
  }
  const written: Record<string, JsonValue> = {};
  for (const [key, one] of entries) if (one !== undefined) define(written, String(key), write(one, inside));
  return written;
}

/** Defines a property. An assignment to `__proto__` would set the prototype. */
function define(target: Record<string, JsonValue>, name: string, value: JsonValue): void {
  const key = name.toWellFormed();
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** Throws for objects that `JSON.stringify` would write as `{}`. */
function refuseFormless(value: object): void {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const isError = value instanceof Error && Object.keys(value).length === 0;
  if (isError || FORMLESS.has(kind)) throw new TypeError(`${NO_FORM} ${kind === 'Error' ? 'an error' : kind}.`);
}

/** Classes of objects that wrap one scalar. */
const BOXES = [String, Number, Boolean, BigInt] as const;

const FORMLESS = new Set([
  'Promise',
  'RegExp',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'DataView',
  'Generator',
  'AsyncGenerator',
  'ReadableStream',
  'WritableStream',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
]);

function invalidDate(): never {
  throw new TypeError(`${NO_FORM} an invalid date.`);
}
