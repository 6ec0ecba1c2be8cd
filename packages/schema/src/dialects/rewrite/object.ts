import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { doesWork, type Codec } from '../codec/codec.js';
import { isJsonObject } from '../../values/is-object.js';
import type { Restoring } from '../codec/restoring.js';
import { entriesOf, rewriteMap, type EntriesCodec } from './map.js';
import { hasLargeLiterals } from './scalar.js';
import { rewriteAnyValue } from './any-value.js';
import { rewriteKeywords } from './keywords.js';
import { orNull } from './or-null.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';

/** Rewrites an object with named properties, a map, or both. */
export function rewriteObject(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): Part {
  if (hasLargeLiterals(schema)) return rewriteAnyValue(schema, path, rewriting);
  const properties = propertiesOf(schema);
  const rest = restOf(schema, properties.size > 0 || schema.properties !== undefined, path, rewriting);
  if (rest !== undefined && properties.size === 0) return rewriteMap(schema, rest, path, rewriting);
  return new ObjectWriter(schema, path, rewriting).write(properties, rest);
}

/** Returns the declared properties, and the required ones without a declaration. */
function propertiesOf({
  properties = {},
  required = [],
  additionalProperties = true,
}: JsonSchemaObject): ReadonlyMap<string, JsonSchema> {
  const undeclared = required.filter((name) => !Object.hasOwn(properties, name));
  return new Map([...Object.entries(properties), ...undeclared.map((name) => [name, additionalProperties] as const)]);
}

/** Returns the schema of undeclared properties, or undefined if they cannot be sent. */
function restOf(
  { additionalProperties: rest = true, additionalProperties: given, patternProperties }: JsonSchemaObject,
  hasProperties: boolean,
  path: Path,
  { rules, refuse, report }: Rewriter,
): JsonSchema | undefined {
  if (rest === false) return undefined;
  if (rules.strict?.openObject !== undefined && rest === true) {
    refuse(path, 'an object must name its properties there, and take no others');
    return undefined;
  }
  if (given !== undefined || !hasProperties) return patternProperties === undefined ? rest : undefined;
  const reason = `${rules.title} takes named properties only`;
  report({ path, keyword: 'additionalProperties', to: false, reason, loses: 'that other properties may be sent' });
  return undefined;
}

/** The property for undeclared properties. */
const OTHERS = 'others';

class ObjectWriter {
  private readonly readers = new Map<string, PropertyReader>();
  private readonly written: [string, JsonSchema][] = [];
  private readonly required: string[] = [];

  constructor(
    private readonly schema: JsonSchemaObject,
    private readonly path: Path,
    private readonly rewriting: Rewriter,
  ) {}

  write(properties: ReadonlyMap<string, JsonSchema>, rest: JsonSchema | undefined): Part {
    const needed = new Set(this.schema.required);
    for (const [name, property] of properties) this.property(name, property, needed.has(name));
    const others = rest === undefined ? undefined : this.others(rest, properties);
    const { required: _required, properties: _properties, additionalProperties: _rest, ...said } = this.schema;
    const keywords = rewriteKeywords({ ...said, type: 'object' }, 'object', this.path, this.rewriting);
    const schema: JsonSchemaObject = {
      ...keywords,
      properties: Object.fromEntries(this.written),
      ...this.requirement(),
      additionalProperties: false,
    };
    const isSame = this.readers.size === 0 && others === undefined;
    return { schema, codec: isSame ? undefined : new ObjectCodec(this.readers, others) };
  }

  /**
   * Returns the list of required names. If a target requires every property, the list may be empty,
   * as in OpenAI's SDK.
   */
  private requirement(): JsonSchemaObject {
    const { rules, report } = this.rewriting;
    if (this.required.length > 0) return { required: this.required };
    if (rules.optional === 'keep') return {};
    if (this.schema.required === undefined) {
      report({
        path: this.path,
        keyword: 'required',
        to: [],
        reason: `${rules.title} wants the list, if it is empty too`,
      });
    }
    return { required: [] };
  }

  private property(name: string, schema: JsonSchema, isRequired: boolean): void {
    const { rules, report, rewrite } = this.rewriting;
    const path = [...this.path, name];
    if (schema === false) {
      const reason = 'no value is valid there';
      const loses = isRequired ? { loses: 'that the object cannot be made' } : {};
      report({ path, keyword: 'properties', from: false, reason, ...loses });
      return;
    }
    const { schema: written, codec } = rewrite(schema, path);
    const becomesRequired = rules.optional === 'null' && !isRequired;
    if (isRequired || becomesRequired) this.required.push(name);
    const mayBeAbsent = becomesRequired && this.withAbsent(path, schema);
    this.written.push([name, mayBeAbsent ? orNull(written) : written]);
    if (mayBeAbsent || codec !== undefined) this.readers.set(name, { codec, mayBeAbsent });
  }

  /** Returns whether `null` stands for absent, and reports it. */
  private withAbsent(path: Path, schema: JsonSchema): boolean {
    const { rules, report } = this.rewriting;
    const takesNull = this.rewriting.takesNull(schema);
    report({
      path,
      keyword: 'required',
      from: false,
      to: true,
      reason: takesNull
        ? `${rules.title} wants every property`
        : `${rules.title} wants every property: null stands for one that is left out`,
      ...(takesNull ? { loses: 'that it may be left out' } : {}),
    });
    return !takesNull;
  }

  private others(rest: JsonSchema, properties: ReadonlyMap<string, JsonSchema>): Others {
    let name = OTHERS;
    while (properties.has(name)) name = `${name}_`;
    const { report, rules } = this.rewriting;
    const { schema, codec } = entriesOf({}, rest, this.path, this.rewriting);
    const nullable = rules.optional === 'null';
    const from = asJson(this.schema.additionalProperties ?? true);
    const reason = `${rules.title} takes named properties only: others are a list of keys and values in '${name}'`;
    report({ path: this.path, keyword: 'additionalProperties', from, to: name, reason });
    const described = { ...schema, description: 'Other properties.' };
    this.written.push([name, nullable ? orNull(described) : described]);
    if (nullable) this.required.push(name);
    return { name, codec, declared: new Set(properties.keys()) };
  }
}

interface PropertyReader {
  readonly codec: Codec | undefined;
  /** Whether `null` stands for absent. */
  readonly mayBeAbsent: boolean;
}

interface Others {
  readonly name: string;
  readonly codec: EntriesCodec;
  readonly declared: ReadonlySet<string>;
}

class ObjectCodec implements Codec {
  constructor(
    private readonly readers: ReadonlyMap<string, PropertyReader>,
    private readonly others: Others | undefined,
  ) {}

  doesWork(seen: Set<Codec>): boolean {
    if (this.others !== undefined) return true;
    return [...this.readers.values()].some(({ codec, mayBeAbsent }) => mayBeAbsent || doesWork(codec, seen));
  }

  restore(value: JsonValue, at: Restoring): JsonValue {
    if (!isJsonObject(value)) return value;
    const kept: [string, JsonValue][] = [];
    let isChanged = false;
    for (const [name, child] of Object.entries(value)) {
      if (name === this.others?.name) {
        const more = at.within(name, false, () => this.others?.codec.entriesIn(child, at, this.others.declared));
        isChanged ||= more !== undefined;
        kept.push(...(more ?? [[name, child] as [string, JsonValue]]));
        continue;
      }
      const reader = this.readers.get(name);
      if (child === null && reader?.mayBeAbsent === true) {
        at.leftOut(name, child);
        isChanged = true;
        continue;
      }
      const restored = at.inside(name, reader?.codec, child);
      if (restored !== child) isChanged = true;
      kept.push([name, restored]);
    }
    return isChanged ? Object.fromEntries(kept) : value;
  }

  write(value: JsonValue): JsonValue {
    if (!isJsonObject(value)) return value;
    const { others } = this;
    const own = Object.entries(value).filter(([name]) => others === undefined || others.declared.has(name));
    const written = own.map(([name, child]) => [name, this.readers.get(name)?.codec?.write(child) ?? child] as const);
    const absent = [...this.readers].filter(([name, { mayBeAbsent }]) => mayBeAbsent && !Object.hasOwn(value, name));
    const more = others?.codec.write(
      Object.fromEntries(Object.entries(value).filter(([name]) => !others.declared.has(name))),
    );
    return Object.fromEntries([
      ...written,
      ...absent.map(([name]) => [name, null] as const),
      ...(others === undefined || more === undefined ? [] : [[others.name, more] as const]),
    ]);
  }
}
