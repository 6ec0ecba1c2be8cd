import type { RepairKind } from '@haft/core';
import type { JsonSchema, JsonSchemaObject, JsonValue, Path, SchemaChecker } from '@haft/schema';
import { followed, isObject, isSamePath } from '@haft/schema/basics';
import type { ArgumentCheck, ArgumentLimits } from '../accepted-arguments.js';
import { measureText } from '../text/text-limits.js';
import { tryParseJson } from '../text/try-parse-json.js';
import { withDeclaredNames } from './declared-names.js';
import { inspectValue } from './inspect-value.js';
import { scalarOf } from './coerce-scalar.js';
import { isDeclared, schemaOfKey } from './schema-of-key.js';

/** A replacement of one value by another. */
export interface Change {
  readonly path: Path;
  readonly kind: RepairKind;
  readonly from: unknown;
  readonly to: unknown;
}

/** The arguments after coercion. */
export interface Coerced {
  readonly value: unknown;
  readonly changes: readonly Change[];
}

/**
 * Converts values to the types of the schema if that is safe: `"5"` to an integer, `null` to an
 * absent optional property. It does not convert a valid value, and never changes the given value.
 *
 * @param check - the check with the aliases of names inside of a JSON text. Default: none is read
 * @returns undefined if there is nothing to convert, or if it cannot convert a value
 */
export function coerceArguments(
  checker: SchemaChecker,
  value: unknown,
  limits: ArgumentLimits,
  check?: ArgumentCheck,
): Coerced | undefined {
  const coercion = new Coercion({ checker, limits, check, known: undefined, left: MOST_STEPS });
  const result = coercion.coerce(checker.schema, value);
  return coercion.isHopeless || coercion.changes.length === 0
    ? undefined
    : { value: result, changes: coercion.changes };
}

/** The value of a property to omit. */
const ABSENT = Symbol('absent');
/** The largest number of references in a row. */
const MOST_HOPS = 16;
/** The largest number of steps in all branches. Arguments within the limits need fewer. */
const MOST_STEPS = 200_000;

/** The state that a coercion shares with the trials of branches. */
interface Work {
  readonly checker: SchemaChecker;
  readonly limits: ArgumentLimits;
  readonly check: ArgumentCheck | undefined;
  /** Outcomes by union and value. A recursive union reaches a value through several branches. */
  known: Map<JsonSchema, Map<object, Outcome>> | undefined;
  left: number;
}

/** The result of the coercion of a value by a union. */
interface Outcome extends Coerced {
  readonly path: Path;
  readonly isUnwrapped: boolean;
  readonly isHopeless: boolean;
}

class Coercion {
  readonly changes: Change[] = [];
  isHopeless = false;

  constructor(
    private readonly work: Work,
    private readonly path: (string | number)[] = [],
    private readonly isUnwrapped = false,
  ) {}

  private get checker(): SchemaChecker {
    return this.work.checker;
  }

  coerce(schema: JsonSchema, value: unknown, hops = 0): unknown {
    if (this.isHopeless || schema === true) return value;
    if (schema === false || hops > MOST_HOPS || --this.work.left < 0) return this.giveUp(value);
    if (schema.$ref !== undefined) return this.coerce(this.target(schema), value, hops + 1);
    if (schema.anyOf !== undefined || schema.oneOf !== undefined)
      return this.branches([...(schema.anyOf ?? []), ...(schema.oneOf ?? [])], schema, value, hops);
    // Allowed values are stricter than types, so `single` compares the value with them.
    if (typeof schema.type === 'object' && schema.enum === undefined && schema.const === undefined) {
      const branches = schema.type.map((type) => ({ ...schema, type }));
      return this.branches(branches, schema, value, hops);
    }
    const parts = (schema.allOf ?? []).reduce((one: unknown, part) => this.coerce(part, one, hops + 1), value);
    return this.single(schema, parts);
  }

  /** Returns the schema that a reference leads to. No value fits one that leads nowhere. */
  private target(schema: JsonSchemaObject): JsonSchema {
    const target = followed(schema, (reference) => this.checker.resolve(reference));
    return typeof target === 'object' && target.$ref !== undefined ? false : target;
  }

  private giveUp(value: unknown): unknown {
    this.isHopeless = true;
    return value;
  }

  private note(kind: RepairKind, from: unknown, to: unknown): void {
    this.changes.push({ path: this.path.slice(), kind, from, to });
  }

  /** Calls {@link tryBranches} once for each list or object. */
  private branches(branches: readonly JsonSchema[], whole: JsonSchemaObject, value: unknown, hops: number): unknown {
    if (typeof value !== 'object' || value === null) return this.tryBranches(branches, whole, value, hops);
    const unions = (this.work.known ??= new Map<JsonSchema, Map<object, Outcome>>());
    const outcomes = unions.get(whole) ?? new Map<object, Outcome>();
    unions.set(whole, outcomes);
    let known = outcomes.get(value);
    if (known?.isUnwrapped !== this.isUnwrapped || !isSamePath(known.path, this.path)) {
      const trial = new Coercion(this.work, this.path.slice(), this.isUnwrapped);
      const result = trial.tryBranches(branches, whole, value, hops);
      const { changes, isHopeless, isUnwrapped } = trial;
      known = { value: result, changes, path: this.path.slice(), isHopeless, isUnwrapped };
      outcomes.set(value, known);
    }
    if (known.isHopeless) return this.giveUp(value);
    for (const change of known.changes) this.changes.push(change);
    return known.value;
  }

  /** Tries each branch alone. Converts the value only if exactly one result is valid. */
  private tryBranches(branches: readonly JsonSchema[], whole: JsonSchemaObject, value: unknown, hops: number): unknown {
    if (this.checker.part(whole).validates(value)) return value;
    const fitting = branches.flatMap((branch) => {
      const trial = new Coercion(this.work, this.path.slice(), this.isUnwrapped);
      const result = trial.coerce(branch, value, hops + 1);
      const fits = !trial.isHopeless && trial.changes.length > 0 && this.checker.part(whole).validates(result);
      return fits ? [{ result, changes: trial.changes }] : [];
    });
    const [only] = fitting;
    if (only === undefined || fitting.length > 1) return this.giveUp(value);
    for (const change of only.changes) this.changes.push(change);
    return only.result;
  }

  private single(schema: JsonSchemaObject, value: unknown): unknown {
    if (isObject(value)) {
      if (schema.type === undefined || schema.type === 'object') return this.object(schema, value);
      return schema.type === 'array' ? this.wrap(schema, value) : this.giveUp(value);
    }
    if (Array.isArray(value))
      return schema.type === undefined || schema.type === 'array' ? this.array(schema, value) : this.giveUp(value);
    if (typeof value === 'string' && (schema.type === 'object' || schema.type === 'array'))
      return this.text(schema, value);
    if (schema.type === 'array') return this.wrap(schema, value);
    const scalar = scalarOf(schema, value as JsonValue);
    if (scalar === undefined) return this.giveUp(value);
    if (scalar !== value) this.note('coercion', value, scalar);
    return scalar;
  }

  /** Wraps a single value for a list of such values. */
  private wrap(schema: JsonSchemaObject, value: unknown): unknown {
    const items = schema.items ?? true;
    const looksLikeList = typeof value === 'string' && /^\s*[[{]|[,;\n]/.test(value);
    if (!isSpecific(items) || looksLikeList || value === null || !this.checker.part(items).validates(value))
      return this.giveUp(value);
    this.note('coercion', value, [value]);
    return [value];
  }

  /** Reads one level of JSON in a string if the schema does not allow a string. */
  private text(schema: JsonSchemaObject, text: string): unknown {
    const inside =
      this.isUnwrapped || measureText(text, this.work.limits).problem !== undefined ? undefined : tryParseJson(text);
    const fits = schema.type === 'array' ? Array.isArray(inside) : isObject(inside);
    if (!fits) return schema.type === 'array' ? this.wrap(schema, text) : this.giveUp(text);
    const inspected = inspectValue(inside, this.work.limits);
    if (inspected.problem !== undefined || inspected.issues.length > 0) return this.giveUp(text);
    this.note('unwrap', text, inside);
    const { check } = this.work;
    const named = check && withDeclaredNames(check, inside, schema);
    for (const { path, from, to } of named?.changes ?? [])
      this.changes.push({ path: [...this.path, ...path], kind: 'name', from, to });
    const within = new Coercion(this.work, this.path.slice(), true);
    const result = within.coerce(schema, named?.value ?? inside);
    this.isHopeless ||= within.isHopeless;
    for (const change of within.changes) this.changes.push(change);
    return result;
  }

  private object(schema: JsonSchemaObject, value: Readonly<Record<string, unknown>>): unknown {
    const required = new Set(schema.required);
    const entries = Object.entries(value);
    const result = entries.map(([key, child]): [string, unknown] => {
      const own = schemaOfKey(schema, key);
      this.path.push(key);
      const changed = this.property(own, child, !required.has(key) && isDeclared(schema, key));
      this.path.pop();
      return [key, changed];
    });
    const isChanged = result.some(([key, child]) => child !== value[key]);
    return isChanged ? Object.fromEntries(result.filter(([, child]) => child !== ABSENT)) : value;
  }

  private property(schema: JsonSchema, value: unknown, isOptional: boolean): unknown {
    const isNull = value === null || (value === 'null' && !this.takesText(schema));
    if (!isOptional || !isNull || this.checker.part(schema).validates(value)) return this.coerce(schema, value);
    this.note('coercion', value, undefined);
    return ABSENT;
  }

  /** Returns whether a schema allows some string. Then `"null"` does not mean an absent value. */
  private takesText(schema: JsonSchema, hops = 0): boolean {
    if (typeof schema === 'boolean' || hops > MOST_HOPS) return schema !== false;
    if (schema.$ref !== undefined) return this.takesText(this.target(schema), hops + 1);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return branches.some((branch) => this.takesText(branch, hops + 1));
    if (schema.enum !== undefined || schema.const !== undefined) return false;
    return schema.type === undefined || [schema.type].flat().includes('string');
  }

  private array(schema: JsonSchemaObject, items: readonly unknown[]): unknown {
    const result = items.map((item, i) => {
      this.path.push(i);
      const changed = this.coerce(schema.prefixItems?.[i] ?? schema.items ?? true, item);
      this.path.pop();
      return changed;
    });
    return result.some((item, i) => item !== items[i]) ? result : items;
  }
}

/** Returns whether a schema restricts a value. */
function isSpecific(schema: JsonSchema): boolean {
  return typeof schema === 'boolean' ? !schema : Object.keys(schema).some((keyword) => !WORDS.has(keyword));
}

const WORDS = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly']);
