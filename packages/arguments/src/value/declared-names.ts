import type { Findings, JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import type { Repair } from '@haft/core';
import { followed, isSameWord } from '@haft/schema/basics';
import { describeReceived, ISSUE_LIMIT, keysOfPointer, schemaAt } from '@haft/schema/internal';
import type { ArgumentCheck } from '../accepted-arguments.js';
import { checkerOf } from '../checker-of.js';
import { RESERVED_NAMES } from './count-names.js';
import { isDeclared } from './schema-of-key.js';

/** The change of one name. */
export interface NameChange {
  /** The path with the declared name. */
  readonly path: Path;
  /** The name in the arguments. */
  readonly from: string;
  readonly to: string;
}

/** A value with declared names. */
export interface NamedValue<Value = unknown> {
  readonly value: Value;
  readonly changes: readonly NameChange[];
}

type Names = ReadonlyMap<object, Readonly<Record<string, string>>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Gives undeclared properties the declared name that they certainly mean: by a name or an alias, in
 * any case and with any separators. A declared name that is there keeps its value.
 *
 * @param part - the schema of the value. Default: that of the arguments
 * @returns undefined if there is nothing to change
 */
export function withDeclaredNames<Value>(
  check: Pick<ArgumentCheck, 'schema' | 'compiled' | 'aliases'>,
  value: Value,
  part: JsonSchema = check.schema(),
): NamedValue<Value> | undefined {
  const naming = new Naming(check, namesOf(check));
  const named = naming.at(part, value) as Value;
  return naming.changes.length === 0 || naming.left < 0 ? undefined : { value: named, changes: naming.changes };
}

/** Returns whether issues may come from other names. Most come from values. */
export function mayComeFromNames({ aliases }: Pick<ArgumentCheck, 'aliases'>, { issues }: Findings): boolean {
  // In an open object, an alias is not an issue.
  if (aliases !== undefined || issues.length >= ISSUE_LIMIT) return true;
  return issues.some(
    ({ rule, received }) => RULES_OF_NAMES.has(rule) || (CHOICES.has(rule) && HAS_NAMES.test(received)),
  );
}

const RULES_OF_NAMES: ReadonlySet<string> = new Set(['additionalProperties', 'required']);
/** Their values may have other names inside: a union hides the issues of its branches. */
const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'type']);
/** The descriptions of a value that has or may have names. */
const HAS_NAMES = /^(?:an object|an array|\(hidden\))/;

/** Returns the repairs that the changes are. They show names, which are not values. */
export function nameRepairs(changes: readonly NameChange[]): readonly Repair[] {
  return changes.map(({ path, from, to }) => ({
    path,
    kind: 'name',
    from: describeReceived(from),
    to: describeReceived(to),
  }));
}

/** Returns whether a name is an alias of an argument. */
export function isAliasOfArgument({ aliases }: Pick<ArgumentCheck, 'aliases'>, name: string): boolean {
  const ofRoot = aliases?.()[''];
  return ofRoot !== undefined && Object.hasOwn(ofRoot, name);
}

/** Returns a path of the arguments as they were sent, with declared names. */
export function declaredPath(path: Path, changes: readonly NameChange[]): Path {
  return path.reduce<Path>((outer, key) => {
    const change = changes.find((one) => one.from === key && isDirectlyIn(one.path, outer));
    return [...outer, change?.to ?? key];
  }, []);
}

function isDirectlyIn(path: Path, outer: Path): boolean {
  return path.length === outer.length + 1 && outer.every((key, i) => path[i] === key);
}

/** The aliases by the `properties` of their object, by schema. A tool parses its schema once. */
const known = new WeakMap<JsonSchemaObject, Names>();
const NO_NAMES: Names = new Map();

function namesOf({ schema, aliases }: Pick<ArgumentCheck, 'schema' | 'aliases'>): Names {
  if (aliases === undefined) return NO_NAMES;
  const root = schema();
  let names = known.get(root);
  if (names === undefined) known.set(root, (names = new Map(Object.entries(aliases()).flatMap(atPointer(root)))));
  return names;
}

function atPointer(root: JsonSchemaObject) {
  return ([pointer, names]: [string, Readonly<Record<string, string>>]): [object, typeof names][] => {
    const object = schemaAt(root, keysOfPointer(pointer));
    return typeof object === 'object' && object.properties !== undefined ? [[object.properties, names]] : [];
  };
}

/** The largest number of references in a row. */
const MOST_HOPS = 16;
/** The largest number of steps. Arguments within the limits need fewer, except in nested unions. */
const MOST_STEPS = 200_000;
/** The longest name whose spelling is compared. */
const LONGEST = 64;

/** Returns whether a value may have names of its own. */
function hasNames(schema: JsonSchema | undefined): boolean {
  return typeof schema === 'object' && Object.keys(schema).length > 0;
}

class Naming {
  readonly changes: NameChange[] = [];
  left = MOST_STEPS;
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly check: Pick<ArgumentCheck, 'schema' | 'compiled'>,
    private readonly names: Names,
  ) {}

  at(schema: JsonSchema, value: unknown, hops = 0): unknown {
    if (typeof schema === 'boolean' || typeof value !== 'object' || value === null) return value;
    if (hops > MOST_HOPS || --this.left < 0) return value;
    if (schema.$ref !== undefined) return this.at(this.target(schema), value, hops + 1);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return this.inBranches(branches, schema, value, hops);
    if (Array.isArray(value)) return this.list(schema, value);
    // An object in place of a list may be its only item.
    if (schema.properties === undefined && typeof schema.items === 'object')
      return this.at(schema.items, value, hops + 1);
    return this.object(schema, value as Values);
  }

  private target(schema: JsonSchemaObject): JsonSchema {
    const target = followed(schema, (reference) => this.checker.resolve(reference));
    return typeof target === 'object' && target.$ref !== undefined ? false : target;
  }

  private get checker(): ReturnType<typeof checkerOf> {
    return checkerOf(this.check.schema(), this.check.compiled);
  }

  /** Reads a value as the only branch for its kind, or else as the only one that accepts it. */
  private inBranches(branches: readonly JsonSchema[], whole: JsonSchemaObject, value: object, hops: number): unknown {
    const kind = Array.isArray(value) ? 'array' : 'object';
    const possible = branches.filter((one) => this.mayBe(one, kind));
    const [only] = possible;
    if (only === undefined) return value;
    if (possible.length === 1) return this.at(only, value, hops + 1);
    const part = this.checker.part(whole);
    if (part.validates(value)) return value;
    const before = this.changes.length;
    const found = possible.flatMap((one) => {
      const named = this.at(one, value, hops + 1);
      const changes = this.changes.splice(before);
      return changes.length > 0 && part.validates(named) ? [{ named, changes }] : [];
    });
    const [first] = found;
    if (first === undefined || found.length > 1) return value;
    this.changes.push(...first.changes);
    return first.named;
  }

  private mayBe(branch: JsonSchema, kind: 'array' | 'object'): boolean {
    const schema = typeof branch === 'object' && branch.$ref !== undefined ? this.target(branch) : branch;
    if (typeof schema === 'boolean') return schema;
    return schema.type === undefined || [schema.type].flat().includes(kind);
  }

  private list(schema: JsonSchemaObject, items: readonly unknown[]): unknown {
    return this.changed(items, (item, i) => this.at(schema.prefixItems?.[i] ?? schema.items ?? true, item));
  }

  /** Returns the items after a change, or the very same list. */
  private changed(items: readonly unknown[], change: (item: unknown, i: number) => unknown): readonly unknown[] {
    const result = items.map((item, i) => this.inside(i, () => change(item, i)));
    return result.some((item, i) => item !== items[i]) ? result : items;
  }

  private object(schema: JsonSchemaObject, value: Values): Values {
    // In an open object, every name is as it should be. Long lists often have such items.
    if (schema.properties === undefined && !hasNames(schema.additionalProperties)) return value;
    const renamed = this.renamed(schema, value);
    const names = Object.keys(renamed);
    const before = names.map((name) => renamed[name]);
    const after = names.map((name, i) => {
      const { properties = {}, additionalProperties = true } = schema;
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return this.inside(name, () => this.at(own ?? true, before[i]));
    });
    if (after.every((one, i) => one === before[i])) return renamed;
    return Object.fromEntries(names.map((name, i) => [name, after[i]]));
  }

  private renamed(schema: JsonSchemaObject, value: Values): Values {
    const { properties } = schema;
    if (properties === undefined) return value;
    const names = Object.keys(value);
    if (names.every((name) => Object.hasOwn(properties, name))) return value;
    const free = new Set(Object.keys(properties).filter((name) => value[name] === undefined));
    const found = names.map((from) => {
      const to = isDeclared(schema, from) ? undefined : this.meaning(schema, from, free);
      if (to === undefined) return from;
      free.delete(to);
      this.changes.push({ path: [...this.path, to], from, to });
      return to;
    });
    if (found.every((name, i) => name === names[i])) return value;
    // A declared name whose value is undefined is absent: its alias must not lose to it.
    const entries = names.map((from, i) => [found[i] ?? from, value[from]] as const);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  }

  private meaning(schema: JsonSchemaObject, name: string, free: ReadonlySet<string>): string | undefined {
    const aliases = this.names.get(schema.properties ?? schema);
    if (aliases !== undefined && Object.hasOwn(aliases, name)) {
      const meant = aliases[name];
      if (meant !== undefined && free.has(meant)) return meant;
      return undefined;
    }
    // An open object takes any name as it is.
    if (schema.additionalProperties !== false || schema.patternProperties !== undefined) return undefined;
    if (name.length > LONGEST || RESERVED_NAMES.has(name)) return undefined;
    const known = [...Object.keys(schema.properties ?? {}).map((one) => [one, one]), ...Object.entries(aliases ?? {})];
    const meant = new Set(known.flatMap(([one = '', to = '']) => (isSameWord(one, name) ? [to] : [])));
    const [only] = meant;
    return meant.size === 1 && only !== undefined && free.has(only) ? only : undefined;
  }

  private inside<Result>(key: string | number, change: () => Result): Result {
    this.path.push(key);
    const result = change();
    this.path.pop();
    return result;
  }
}
