/// <reference types="reflect-metadata" />

/*
 * The functions of reflect-metadata, where no copy of it was loaded before: what decorators record stands where NestJS, and the code
 * that TypeScript emits for `emitDecoratorMetadata`, look for it. The package itself is ten times as large, above all for engines
 * without `Map`, and every start would pay for it. A copy that is loaded later finds these functions, takes them for an older version of
 * itself, and goes on with what they keep.
 */

type Property = string | symbol | undefined;

/** By object, then by property (undefined: the object itself), then by key. */
const kept = new WeakMap<object, Map<Property, Map<unknown, unknown>>>();

function ownRecords(target: object, property: Property): Map<unknown, unknown> | undefined {
  return kept.get(target)?.get(property);
}

/** The records of an object and of what it inherits from, nearest first. */
function* allRecords(target: object, property: Property): Generator<Map<unknown, unknown>> {
  for (let one: object | null = target; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    const records = ownRecords(one, property);
    if (records !== undefined) yield records;
  }
}

function defineMetadata(key: unknown, value: unknown, target: object, property?: Property): void {
  const properties = kept.get(target) ?? new Map<Property, Map<unknown, unknown>>();
  kept.set(target, properties);
  const records = properties.get(property) ?? new Map<unknown, unknown>();
  properties.set(property, records);
  records.set(key, value);
}

function getMetadata(key: unknown, target: object, property?: Property): unknown {
  for (let one: object | null = target; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    const records = ownRecords(one, property);
    if (records?.has(key) === true) return records.get(key);
  }
  return undefined;
}

const functions = {
  defineMetadata,
  getMetadata,
  metadata: (key: unknown, value: unknown) => (target: object, property?: Property) => {
    defineMetadata(key, value, target, property);
  },
  hasMetadata: (key: unknown, target: object, property?: Property) =>
    [...allRecords(target, property)].some((records) => records.has(key)),
  hasOwnMetadata: (key: unknown, target: object, property?: Property) =>
    ownRecords(target, property)?.has(key) ?? false,
  getOwnMetadata: (key: unknown, target: object, property?: Property) => ownRecords(target, property)?.get(key),
  getMetadataKeys: (target: object, property?: Property) => [
    ...new Set([...allRecords(target, property)].flatMap((records) => [...records.keys()])),
  ],
  getOwnMetadataKeys: (target: object, property?: Property) => [...(ownRecords(target, property)?.keys() ?? [])],
  deleteMetadata: (key: unknown, target: object, property?: Property) =>
    ownRecords(target, property)?.delete(key) ?? false,
};

/** From now on `Reflect` has the functions of reflect-metadata. */
export function provideReflectMetadata(): void {
  if (typeof Reflect.defineMetadata === 'function') return;
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(Reflect, name, { value, configurable: true, writable: true });
  }
}
