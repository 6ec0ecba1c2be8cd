import 'reflect-metadata';
import type { Class } from '../class.js';

/*
 * The only file that writes and reads what decorators record. Keys are `Symbol.for`, so that two copies of this package
 * in one process read the same records. Values are stored with reflect-metadata, the way NestJS's `SetMetadata` does
 * (class records on the class, method records on the function), so that its `Reflector` and `applyDecorators` work;
 * method records stand also beside the method's name, where a wrapping decorator cannot lose them.
 */

/** Node has no `Symbol.metadata` yet; without it, compilers give TC39 decorators no place for records. */
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');
const SYMBOL_METADATA = (Symbol as unknown as { readonly metadata: symbol }).metadata;

/** The keys under which records stand. */
export const RECORD = {
  toolset: Symbol.for('haft:toolset'),
  tool: Symbol.for('haft:tool'),
  timeout: Symbol.for('haft:timeout'),
  retries: Symbol.for('haft:retries'),
  callLimit: Symbol.for('haft:call-limit'),
  sequential: Symbol.for('haft:sequential'),
  requiresApproval: Symbol.for('haft:requires-approval'),
  external: Symbol.for('haft:external'),
  cached: Symbol.for('haft:cached'),
  final: Symbol.for('haft:final'),
  hints: Symbol.for('haft:hints'),
  prepare: Symbol.for('haft:prepare'),
  validate: Symbol.for('haft:validate'),
  use: Symbol.for('haft:use'),
  isolated: Symbol.for('haft:isolated'),
  supersedes: Symbol.for('haft:supersedes'),
  examples: Symbol.for('haft:examples'),
  parameters: Symbol.for('haft:parameters'),
  injectedProperties: Symbol.for('haft:injected-properties'),
  methodNames: Symbol.for('haft:method-names'),
} as const;

/** A method as a decorator of either standard sees it. */
export type MethodPlace =
  | { readonly method: object; readonly prototype: object; readonly name: string | symbol }
  | { readonly method: object; readonly context: ClassMethodDecoratorContext };

/** Writes a record on a class. */
export function recordOnClass(target: object, key: symbol, value: unknown): void {
  Reflect.defineMetadata(key, value, target);
}

/** Writes a record on a method, under both decorator standards. */
export function recordOnMethod(place: MethodPlace, key: symbol, value: unknown): void {
  Reflect.defineMetadata(key, value, place.method);
  if ('prototype' in place) {
    Reflect.defineMetadata(key, value, place.prototype, place.name);
    addMethodName(place.prototype, key, place.name);
  } else {
    const records = standardRecordsOf(place.context.metadata, key);
    records.set(place.context.name, value);
  }
}

/** Writes a record on one parameter of a method, or of the constructor (`method` undefined). */
export function recordOnParameter(
  target: object,
  method: string | symbol | undefined,
  index: number,
  record: object,
): void {
  const holder = method === undefined ? target : target.constructor;
  const key = parametersKey(method);
  const before = (Reflect.getOwnMetadata(key, holder) ?? new Map()) as ReadonlyMap<number, object>;
  Reflect.defineMetadata(key, new Map(before).set(index, { ...before.get(index), ...record }), holder);
}

/** The record of this class itself; a subclass never sees its parent's. */
export function readOwnClassRecord(target: object, key: symbol): unknown {
  return Reflect.getOwnMetadata(key, target) as unknown;
}

/** The record of this class or of the nearest base class that has one. */
export function readClassRecord(target: object, key: symbol): unknown {
  return Reflect.getMetadata(key, target) as unknown;
}

/** The record of this method, inherited ones too. */
export function readMethodRecord(target: Class, method: string | symbol, key: symbol): unknown {
  const prototype = target.prototype as Record<string | symbol, object | undefined>;
  const beside = Reflect.getMetadata(key, prototype, method) as unknown;
  if (beside !== undefined) return beside;
  for (const records of standardRecords(target, key)) if (records.has(method)) return records.get(method);
  const implementation = prototype[method];
  return implementation === undefined ? undefined : (Reflect.getMetadata(key, implementation) as unknown);
}

/** The names of all methods that have a record under this key, inherited ones too, sorted. */
export function methodsWithRecord(target: Class, key: symbol): readonly string[] {
  const names = new Set<string | symbol>();
  for (let one = target.prototype as object | null; one !== null; one = Object.getPrototypeOf(one) as object | null) {
    const byKey = Reflect.getOwnMetadata(RECORD.methodNames, one) as
      ReadonlyMap<symbol, ReadonlySet<string>> | undefined;
    for (const name of byKey?.get(key) ?? []) names.add(name);
  }
  for (const records of standardRecords(target, key)) for (const name of records.keys()) names.add(name);
  return [...names].filter((name) => typeof name === 'string').sort();
}

/**
 * Every key under which the class, or any of its methods, has a record, inherited ones too; other keys need not be asked for. One
 * look at the class instead of a dozen at each method.
 */
export function recordedKeys(target: Class): ReadonlySet<unknown> {
  const keys = new Set<unknown>(Reflect.getMetadataKeys(target));
  for (let one = target.prototype as object; one !== Object.prototype; one = Object.getPrototypeOf(one) as object) {
    const byKey = Reflect.getOwnMetadata(RECORD.methodNames, one) as ReadonlyMap<symbol, unknown> | undefined;
    for (const key of byKey?.keys() ?? []) keys.add(key);
    // Records that NestJS's `SetMetadata` left stand on the function only.
    for (const name of Reflect.ownKeys(one)) {
      const method: unknown = Object.getOwnPropertyDescriptor(one, name)?.value;
      if (typeof method === 'function') for (const key of Reflect.getOwnMetadataKeys(method)) keys.add(key);
    }
  }
  let metadata = (target as unknown as Record<symbol, object | null | undefined>)[SYMBOL_METADATA];
  while (metadata !== undefined && metadata !== null) {
    for (const key of Object.getOwnPropertySymbols(metadata)) keys.add(key);
    metadata = Object.getPrototypeOf(metadata) as object | null;
  }
  return keys;
}

/** The records of the parameters of one method, or of the constructor, by position; of the nearest class that has some. */
export function readParameterRecords<R extends object>(
  target: object,
  method: string | symbol | undefined,
): ReadonlyMap<number, R> {
  return (Reflect.getMetadata(parametersKey(method), target) ?? new Map()) as ReadonlyMap<number, R>;
}

function addMethodName(prototype: object, key: symbol, name: string | symbol): void {
  const before = (Reflect.getOwnMetadata(RECORD.methodNames, prototype) ?? new Map()) as ReadonlyMap<
    symbol,
    ReadonlySet<string | symbol>
  >;
  const names = new Set(before.get(key)).add(name);
  Reflect.defineMetadata(RECORD.methodNames, new Map(before).set(key, names), prototype);
}

/** The records that TC39 decorators left on a class and its base classes, nearest first. */
function* standardRecords(target: object, key: symbol): Generator<ReadonlyMap<string | symbol, unknown>> {
  let metadata = (target as Record<symbol, Record<symbol, unknown> | null | undefined>)[SYMBOL_METADATA];
  while (metadata !== undefined && metadata !== null) {
    if (Object.hasOwn(metadata, key)) yield metadata[key] as ReadonlyMap<string | symbol, unknown>;
    metadata = Object.getPrototypeOf(metadata) as Record<symbol, unknown> | null;
  }
}

/** TypeScript types the metadata as optional, since it is absent without `Symbol.metadata`; this file defines that. */
function standardRecordsOf(metadata: DecoratorMetadataObject | undefined, key: symbol): Map<string | symbol, unknown> {
  const records = (metadata ?? {}) as Record<symbol, Map<string | symbol, unknown>>;
  if (!Object.hasOwn(records, key)) records[key] = new Map();
  return records[key] as Map<string | symbol, unknown>;
}

const PARAMETERS = 'haft:parameters:';
function parametersKey(method: string | symbol | undefined): symbol | string {
  return method === undefined ? RECORD.parameters : `${PARAMETERS}${String(method)}`;
}
