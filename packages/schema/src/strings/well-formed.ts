/**
 * Returns a JSON text without halves of surrogate pairs, neither as characters nor as escapes.
 * Providers reject a request that has one.
 */
export function wellFormedJson(json: string): string {
  const text = json.toWellFormed();
  return text.includes('\\u') ? text.replace(ESCAPES, replaced) : text;
}

/** An escaped backslash, a pair of surrogates, or half of one. */
const ESCAPES = /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;

function replaced(escape: string): string {
  return escape.length === '\\udddd'.length ? '\ufffd' : escape;
}

/**
 * Returns data whose texts and names have no half of a surrogate pair, such as the schema of a
 * tool. Its descriptions may have been cut in the middle of a character. Calls no getter, and
 * leaves instances of classes as they are. Without a half, the result is the same data.
 */
export function wellFormedData<Data>(data: Data): Data {
  return isWellFormed(data, 0) ? data : (wellFormed(data, 0) as Data);
}

function isWellFormed(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return true;
  if (Array.isArray(value)) return value.every((one) => isWellFormed(one, depth + 1));
  if (!isPlainObject(value)) return true;
  for (const name of Object.keys(value)) {
    if (!name.isWellFormed()) return false;
    if (!isWellFormed(Object.getOwnPropertyDescriptor(value, name)?.value, depth + 1)) return false;
  }
  return true;
}

function wellFormed(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => wellFormed(one, depth + 1));
  if (!isPlainObject(value)) return value;
  const properties = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, property]) => {
    const own = property.get === undefined ? { ...property, value: wellFormed(property.value, depth + 1) } : property;
    return [name.toWellFormed(), own] as const;
  });
  return Object.create(Object.getPrototypeOf(value) as object | null, Object.fromEntries(properties));
}

/** Returns whether the prototype of an object, of any realm, is the end of the chain. */
function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Data is never this deep. A walk of deeper data could end the stack. */
const MOST_DEPTH = 1000;
