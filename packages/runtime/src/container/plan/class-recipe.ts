import {
  readClassRecord,
  readOwnClassRecord,
  readParameterRecords,
  RECORD,
  type Class,
  type InjectRecord,
  type ParameterRecord,
  type Token,
} from '@haft/core';
import type { DependencyDescriptor, ServiceDescriptor } from '@haft/core/reflected';
import type { Lifetime } from '../provider.js';
import type { Recipe, Request, Source } from './recipe.js';

/**
 * The recipe of a class from its descriptor, or else from its `@Inject` records. Does not read
 * `design:paramtypes`: esbuild and tsx do not emit it, and interfaces are `Object` in it. It reads
 * its requests lazily: a listed class has two recipes, and one is unused.
 */
export class ClassRecipe implements Recipe {
  readonly source: Source = { kind: 'made', make: (values) => this.make(values) };
  readonly lifetime: Lifetime | undefined;
  readonly listed: boolean;
  private count = 0;
  private names: readonly (string | symbol)[] = NO_NAMES;
  private all: readonly Request[] | undefined;

  constructor(
    readonly token: Token,
    private readonly target: Class,
    private readonly descriptor: ServiceDescriptor | undefined,
    { lifetime, listed }: Pick<Recipe, 'lifetime' | 'listed'>,
  ) {
    this.lifetime = lifetime;
    this.listed = listed;
  }

  get requests(): readonly Request[] {
    return (this.all ??= this.read());
  }

  private read(): readonly Request[] {
    const { target, descriptor } = this;
    const parameters = descriptor === undefined ? recordedParameters(target) : describedParameters(target, descriptor);
    const properties = propertyRequests(target, descriptor);
    this.count = parameters.length;
    this.names = properties.map((one) => one.name);
    return properties.length === 0 ? parameters : [...parameters, ...properties.map((one) => one.request)];
  }

  private make(values: readonly unknown[]): unknown {
    return construct(this.target, values, this.count, this.names);
  }
}

function construct(
  target: Class,
  values: readonly unknown[],
  count: number,
  names: readonly (string | symbol)[],
): unknown {
  const concrete = target as unknown as new (...args: readonly unknown[]) => Record<string | symbol, unknown>;
  if (names.length === 0) return new concrete(...values);
  const instance = new concrete(...values.slice(0, count));
  names.forEach((name, index) => {
    const value = values[count + index];
    // Without a provider, an optional property keeps its initial value.
    if (value !== undefined) instance[name] = value;
  });
  return instance;
}

function describedParameters(target: Class, { dependencies }: ServiceDescriptor): readonly Request[] {
  if (dependencies.length === 0) return NO_PARAMETERS;
  const records = readParameterRecords<ParameterRecord>(target, undefined);
  return dependencies.map((dependency, index) =>
    describedRequest(dependency, records.get(index)?.inject, parameterPlace(index)),
  );
}

function describedRequest(dependency: DependencyDescriptor, record: InjectRecord | undefined, place: string): Request {
  if (dependency === undefined) return { token: undefined, optional: true, place };
  if (dependency === 'inject') return recordedRequest(record, place, NOT_A_CLASS);
  const described = typeof dependency === 'function' ? dependency : dependency.optional;
  const optional = typeof dependency !== 'function' || record?.optional === true;
  return { token: record?.token ?? described, optional, place };
}

function recordedParameters(target: Class): readonly Request[] {
  const count = parameterCount(target);
  const records = readParameterRecords<ParameterRecord>(target, undefined);
  const last = Math.max(-1, ...records.keys());
  return Array.from({ length: Math.max(count, last + 1) }, (_, index): Request => {
    const record = records.get(index)?.inject;
    // The parameters after `length` have defaults.
    if (record === undefined && index >= count)
      return { token: undefined, optional: true, place: parameterPlace(index) };
    return recordedRequest(record, parameterPlace(index));
  });
}

/** Counts parameters. A class without a constructor has that of its base, but a `length` of 0. */
function parameterCount(target: Class): number {
  let one: unknown = target;
  while (
    typeof one === 'function' &&
    one.length === 0 &&
    /^class\b/.test(String(one)) &&
    !/\bconstructor\s*\(/.test(String(one))
  ) {
    one = Object.getPrototypeOf(one);
  }
  return typeof one === 'function' ? one.length : 0;
}

function recordedRequest(record: InjectRecord | undefined, place: string, unknown = NOT_DESCRIBED): Request {
  if (record?.token !== undefined) return { token: record.token, optional: record.optional, place };
  const problem =
    record === undefined
      ? unknown
      : '@Inject() has no token here, and no generated module knows the class of the type; a circular import leaves a token undefined';
  return { token: undefined, optional: false, place, problem };
}

const NOT_DESCRIBED = 'no generated module describes the class, and no @Inject(token) says what to give';
const NOT_A_CLASS = 'its type is not a class that the container can create, and no @Inject(token) says what to give';

const NO_NAMES: readonly (string | symbol)[] = [];

const NO_PARAMETERS: readonly Request[] = [];

interface PropertyRequest {
  readonly name: string | symbol;
  readonly request: Request;
}

const NO_PROPERTIES: readonly PropertyRequest[] = [];

function propertyRequests(target: Class, descriptor: ServiceDescriptor | undefined): readonly PropertyRequest[] {
  const records = injectedProperties(target);
  if (descriptor?.properties === undefined && records === undefined) return NO_PROPERTIES;
  const described = descriptor?.properties ?? {};
  const names = new Set<string | symbol>([...Object.keys(described), ...(records?.keys() ?? [])]);
  return [...names].map((name) => {
    const place = `property '${String(name)}'`;
    const dependency = typeof name === 'string' && Object.hasOwn(described, name) ? described[name] : 'inject';
    return { name, request: describedRequest(dependency, records?.get(name), place) };
  });
}

/** Returns the `@Inject` properties of a class and its bases, or undefined. Subclasses win. */
function injectedProperties(target: Class): ReadonlyMap<string | symbol, InjectRecord> | undefined {
  if (readClassRecord(target, RECORD.injectedProperties) === undefined) return undefined;
  const merged = new Map<string | symbol, InjectRecord>();
  for (let one: unknown = target; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    const own = readOwnClassRecord(one, RECORD.injectedProperties) as
      ReadonlyMap<string | symbol, InjectRecord> | undefined;
    for (const [name, record] of own ?? []) if (!merged.has(name)) merged.set(name, record);
  }
  return merged;
}

function parameterPlace(index: number): string {
  return `parameter ${index + 1} of the constructor`;
}
