import 'reflect-metadata/lite'; // without what engines that lack `Map` need
import type { Class } from '../class.js';

/*
 * The only file that writes and reads what decorators record. Keys are `Symbol.for`, so that two copies of this package
 * in one process read the same records. Values are stored with reflect-metadata, the way NestJS's `SetMetadata` does
 * (class records on the class, method records on the function), so that its `Reflector` and `applyDecorators` work;
 * method records stand also with the class, by key and name: there a wrapping decorator cannot lose them, and who wants to know
 * all tools of a class looks once and not at each method.
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
  methods: Symbol.for('haft:methods'),
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
  const name = 'prototype' in place ? place.name : place.context.name;
  const records = 'prototype' in place ? legacyRecords(place.prototype) : standardRecords(place.context.metadata);
  const byName = records.get(key);
  if (byName === undefined) records.set(key, new Map([[name, value]]));
  else byName.set(name, value);
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
  for (const records of methodRecords(target)) {
    const record = records.get(key)?.get(method);
    if (record !== undefined) return record;
  }
  const implementation = methodOf(target, method);
  return implementation === undefined ? undefined : (Reflect.getMetadata(key, implementation) as unknown);
}

/** The names of all methods that have a record under this key, inherited ones too, sorted. */
export function methodsWithRecord(target: Class, key: symbol): readonly string[] {
  return [...new ClassRecords(target).methodsWith(key)].sort();
}

/** What decorators recorded of a class and of its methods, inherited ones too: one look at the class for all of them. */
export class ClassRecords {
  private readonly records: readonly MethodRecords[];

  constructor(private readonly target: Class) {
    this.records = methodRecords(target);
  }

  /** The names of all methods that have a record under this key. */
  methodsWith(key: symbol): ReadonlySet<string> {
    const names = new Set<string>();
    for (const records of this.records) {
      for (const name of records.get(key)?.keys() ?? []) if (typeof name === 'string') names.add(name);
    }
    return names;
  }

  /**
   * Every key under which the class, or any of its methods, has a record; other keys need not be asked for.
   *
   * @param methods - those whose functions count too: records that NestJS's `SetMetadata` left stand there only
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

/** The records of the parameters of one method, or of the constructor, by position; of the nearest class that has some. */
export function readParameterRecords<R extends object>(
  target: object,
  method: string | symbol | undefined,
): ReadonlyMap<number, R> {
  return (Reflect.getMetadata(parametersKey(method), target) ?? new Map()) as ReadonlyMap<number, R>;
}

/** The records of the methods of one class: by key, then by the method's name. */
type MethodRecords = Map<symbol, Map<string | symbol, unknown>>;

/** Those of a class and of its base classes, nearest first; legacy decorators' before those of TC39 decorators. */
function methodRecords(target: Class): readonly MethodRecords[] {
  const found: MethodRecords[] = [];
  let prototype = target.prototype as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    const records = Reflect.getOwnMetadata(RECORD.methods, prototype) as MethodRecords | undefined;
    if (records !== undefined) found.push(records);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  let metadata = (target as unknown as Record<symbol, StandardMetadata | null | undefined>)[SYMBOL_METADATA];
  while (metadata !== undefined && metadata !== null) {
    if (Object.hasOwn(metadata, RECORD.methods)) found.push(metadata[RECORD.methods] as MethodRecords);
    metadata = Object.getPrototypeOf(metadata) as StandardMetadata | null;
  }
  return found;
}

/** What a class has as `Symbol.metadata`; inherits from that of its base class. */
type StandardMetadata = Record<symbol, unknown>;

function legacyRecords(prototype: object): MethodRecords {
  const known = Reflect.getOwnMetadata(RECORD.methods, prototype) as MethodRecords | undefined;
  if (known !== undefined) return known;
  const records: MethodRecords = new Map();
  Reflect.defineMetadata(RECORD.methods, records, prototype);
  return records;
}

/** TypeScript types the metadata as optional, since it is absent without `Symbol.metadata`; this file defines that. */
function standardRecords(metadata: DecoratorMetadataObject | undefined): MethodRecords {
  const holder = metadata ?? {};
  if (!Object.hasOwn(holder, RECORD.methods)) holder[RECORD.methods] = new Map();
  return holder[RECORD.methods] as MethodRecords;
}

/** The function that stands under this name now; undefined for an accessor, which a wrapping decorator may have made of it. */
function methodOf(target: Class, name: string | symbol): object | undefined {
  let prototype = target.prototype as object | null;
  while (prototype !== null) {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    if (found !== undefined) return typeof found.value === 'function' ? (found.value as object) : undefined;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}

const PARAMETERS = 'haft:parameters:';
function parametersKey(method: string | symbol | undefined): symbol | string {
  return method === undefined ? RECORD.parameters : `${PARAMETERS}${String(method)}`;
}
