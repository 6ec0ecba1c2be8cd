import 'reflect-metadata/lite'; // without the polyfill of `Map` for old engines
import type { Class } from '../class.js';

/*
 * The only file that writes and reads the records of decorators. Keys are `Symbol.for`, so that two
 * copies of this package in one process read the same records. reflect-metadata stores the values
 * as NestJS's `SetMetadata` does: class records on the class, method records on the function. So
 * NestJS's `Reflector` and `applyDecorators` work. The class holds the method records too, by key
 * and name. There, a wrapping decorator cannot lose them, and one read finds all tools of a class.
 */

/** Node has no `Symbol.metadata` yet. Without it, compilers keep no metadata of TC39 decorators. */
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');
const SYMBOL_METADATA = (Symbol as unknown as { readonly metadata: symbol }).metadata;

/** The keys of the records. */
export const RECORD = {
  toolset: Symbol.for('haft:toolset'),
  tool: Symbol.for('haft:tool'),
  resource: Symbol.for('haft:resource'),
  prompt: Symbol.for('haft:prompt'),
  complete: Symbol.for('haft:complete'),
  timeout: Symbol.for('haft:timeout'),
  retries: Symbol.for('haft:retries'),
  callLimit: Symbol.for('haft:call-limit'),
  sequential: Symbol.for('haft:sequential'),
  requires: Symbol.for('haft:requires'),
  requiresApproval: Symbol.for('haft:requires-approval'),
  external: Symbol.for('haft:external'),
  cached: Symbol.for('haft:cached'),
  final: Symbol.for('haft:final'),
  hints: Symbol.for('haft:hints'),
  prepare: Symbol.for('haft:prepare'),
  validate: Symbol.for('haft:validate'),
  use: Symbol.for('haft:use'),
  mapErrors: Symbol.for('haft:map-errors'),
  effect: Symbol.for('haft:effect'),
  preview: Symbol.for('haft:preview'),
  background: Symbol.for('haft:background'),
  isolated: Symbol.for('haft:isolated'),
  supersedes: Symbol.for('haft:supersedes'),
  narrowInput: Symbol.for('haft:narrow-input'),
  examples: Symbol.for('haft:examples'),
  parameters: Symbol.for('haft:parameters'),
  injectedProperties: Symbol.for('haft:injected-properties'),
  methods: Symbol.for('haft:methods'),
} as const;

/** A method as a decorator of either standard sees it. */
export type MethodPlace =
  | { readonly method: object; readonly prototype: object; readonly name: string | symbol }
  | { readonly method: object; readonly context: ClassMethodDecoratorContext };

/** Writes a record of a class. */
export function recordOnClass(target: object, key: symbol, value: unknown): void {
  Reflect.defineMetadata(key, value, target);
}

/** Writes a record of a method, in both decorator standards. */
export function recordOnMethod(place: MethodPlace, key: symbol, value: unknown): void {
  Reflect.defineMetadata(key, value, place.method);
  const name = 'prototype' in place ? place.name : place.context.name;
  const records = 'prototype' in place ? legacyRecords(place.prototype) : standardRecords(place.context.metadata);
  const byName = records.get(key);
  if (byName === undefined) records.set(key, new Map([[name, value]]));
  else byName.set(name, value);
}

/** Writes a record of one parameter of a method, or of the constructor if `method` is undefined. */
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

/** Returns the record of this class itself, never of a base class. */
export function readOwnClassRecord(target: object, key: symbol): unknown {
  return Reflect.getOwnMetadata(key, target) as unknown;
}

/** Returns the record of this class or of the nearest base class that has one. */
export function readClassRecord(target: object, key: symbol): unknown {
  return Reflect.getMetadata(key, target) as unknown;
}

/** Returns the record of this method, also if it is inherited. */
export function readMethodRecord(target: Class, method: string | symbol, key: symbol): unknown {
  for (const records of methodRecords(target)) {
    const record = records.get(key)?.get(method);
    if (record !== undefined) return record;
  }
  const implementation = methodOf(target, method);
  return implementation === undefined ? undefined : (Reflect.getMetadata(key, implementation) as unknown);
}

/**
 * Returns all items that decorators added to a class, to a method of it, and to those of its base
 * classes.
 */
export function readAddedRecords(target: Class, method: string | symbol, key: symbol): readonly unknown[] {
  const found: unknown[] = [];
  const add = (items: unknown): void => {
    if (Array.isArray(items)) found.push(...(items as readonly unknown[]));
  };
  for (const one of chainOf(target)) add(Reflect.getOwnMetadata(key, one));
  const before = found.length;
  for (const records of methodRecords(target)) add(records.get(key)?.get(method));
  const implementation = methodOf(target, method);
  if (found.length === before && implementation !== undefined) add(Reflect.getMetadata(key, implementation));
  return [...new Set(found)];
}

/** Returns the sorted names of all methods with a record under this key, also inherited ones. */
export function methodsWithRecord(target: Class, key: symbol): readonly string[] {
  return [...new ClassRecords(target).methodsWith(key)].sort();
}

/** The records of a class and of its methods, also inherited ones. Reads the class once. */
export class ClassRecords {
  private readonly records: readonly MethodRecords[];

  constructor(private readonly target: Class) {
    this.records = methodRecords(target);
  }

  /** Returns the names of all methods with a record under this key. */
  methodsWith(key: symbol): ReadonlySet<string> {
    const names = new Set<string>();
    for (const records of this.records) {
      for (const name of records.get(key)?.keys() ?? []) if (typeof name === 'string') names.add(name);
    }
    return names;
  }

  /**
   * Returns every key under which the class or one of its methods has a record.
   *
   * @param methods - methods whose functions count too: NestJS's `SetMetadata` records there only
   */
  keys(methods: readonly string[]): ReadonlySet<unknown> {
    const keys = new Set<unknown>(Reflect.getMetadataKeys(this.target));
    for (const records of this.records) for (const key of records.keys()) keys.add(key);
    for (const name of methods) {
      const method = methodOf(this.target, name);
      if (method !== undefined) for (const key of Reflect.getOwnMetadataKeys(method)) keys.add(key);
    }
    return keys;
  }
}

/**
 * Returns the records of the parameters of one method, or of the constructor, by position. A
 * parameter of a method without a record has that of the nearest base class: who supplies a value
 * stays the same if a subclass overrides the method.
 */
export function readParameterRecords<R extends object>(
  target: object,
  method: string | symbol | undefined,
): ReadonlyMap<number, R> {
  const key = parametersKey(method);
  if (method === undefined) return (Reflect.getMetadata(key, target) ?? new Map()) as ReadonlyMap<number, R>;
  const found = new Map<number, R>();
  for (const one of chainOf(target)) {
    const own = Reflect.getOwnMetadata(key, one) as ReadonlyMap<number, R> | undefined;
    for (const [index, record] of own ?? []) if (!found.has(index)) found.set(index, record);
  }
  return found;
}

/** The records of the methods of one class: by key, then by the method's name. */
type MethodRecords = Map<symbol, Map<string | symbol, unknown>>;

/**
 * Returns the method records of a class and of its base classes, nearest first. Records of legacy
 * decorators come before those of TC39 decorators.
 */
function methodRecords(target: Class): readonly MethodRecords[] {
  const legacy = [...chainOf(target.prototype as object | null)].flatMap(
    (prototype) => ownMethodRecords(prototype) ?? [],
  );
  const metadata = (target as unknown as Record<symbol, StandardMetadata | null | undefined>)[SYMBOL_METADATA];
  const standard = [...chainOf(metadata)].filter((one) => Object.hasOwn(one, RECORD.methods));
  return [...legacy, ...standard.map((one) => (one as StandardMetadata)[RECORD.methods] as MethodRecords)];
}

/** The `Symbol.metadata` of a class. Inherits from that of the base class. */
type StandardMetadata = Record<symbol, unknown>;

function legacyRecords(prototype: object): MethodRecords {
  const known = ownMethodRecords(prototype);
  if (known !== undefined) return known;
  const records: MethodRecords = new Map();
  Reflect.defineMetadata(RECORD.methods, records, prototype);
  return records;
}

/**
 * TypeScript types the metadata as optional, because it is absent without `Symbol.metadata`. This
 * file defines that symbol.
 */
function standardRecords(metadata: DecoratorMetadataObject | undefined): MethodRecords {
  const holder: StandardMetadata = metadata ?? {};
  if (!Object.hasOwn(holder, RECORD.methods)) holder[RECORD.methods] = new Map();
  return holder[RECORD.methods] as MethodRecords;
}

/**
 * Returns the function that has this name now, or undefined for an accessor. A wrapping decorator
 * may replace a method by an accessor.
 */
function methodOf(target: Class, name: string | symbol): object | undefined {
  for (const prototype of chainOf(target.prototype as object | null)) {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    if (found !== undefined) return typeof found.value === 'function' ? (found.value as object) : undefined;
  }
  return undefined;
}

function ownMethodRecords(prototype: object): MethodRecords | undefined {
  return Reflect.getOwnMetadata(RECORD.methods, prototype) as MethodRecords | undefined;
}

/** Yields an object and the objects that it inherits from, nearest first. */
function* chainOf(first: object | null | undefined): Generator<object> {
  for (let one = first ?? null; one !== null; one = Object.getPrototypeOf(one) as object | null) yield one;
}

const PARAMETERS = 'haft:parameters:';
function parametersKey(method: string | symbol | undefined): symbol | string {
  return method === undefined ? RECORD.parameters : `${PARAMETERS}${String(method)}`;
}
