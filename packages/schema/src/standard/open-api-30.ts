import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import { referenceAlone } from './earlier-reference.js';
import { mapInside, type AnySchema } from './map-inside.js';

type Keywords = Record<string, unknown>;

/**
 * A schema of draft 2020-12 as a Schema Object of OpenAPI 3.0; definitions stand in `definitions`.
 * @see https://spec.openapis.org/oas/v3.0.3#schema-object
 */
export function inOpenApi30(schema: JsonSchemaObject): Keywords {
  return convert(schema as Keywords) as Keywords;
}

function convert(schema: AnySchema): AnySchema {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  const { additionalProperties } = schema;
  const inside = mapInside(schema, convert);
  // The one place where a boolean may stand.
  const open = typeof additionalProperties === 'boolean' ? { additionalProperties } : {};
  const steps = [withItems, withNames, withValues, withBounds, withExample, withTypes, onlyKnown];
  return referenceAlone(steps.reduce((one, step) => step(one), { ...inside, ...open }));
}

const KNOWN: ReadonlySet<string> = new Set([
  ...['title', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties', 'required', 'enum', 'type'],
  ...['allOf', 'oneOf', 'anyOf', 'not', 'items', 'properties', 'additionalProperties', 'description', 'format'],
  ...['default', 'nullable', 'discriminator', 'readOnly', 'writeOnly', 'example', 'deprecated', '$ref', 'definitions'],
]);

function onlyKnown({ $defs, definitions, ...schema }: Keywords): Keywords {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => KNOWN.has(keyword)));
  if ($defs === undefined && definitions === undefined) return kept;
  return { ...kept, definitions: { ...(definitions as object | undefined), ...($defs as object | undefined) } };
}

/** A tuple is a list of any of its items. */
function withItems({ prefixItems, items, ...schema }: Keywords): Keywords {
  const isNothing = items !== undefined && JSON.stringify(items) === '{"not":{}}';
  if (prefixItems === undefined) {
    if (isNothing) return { ...schema, items: {}, maxItems: 0 };
    return items === undefined && !mayBeList(schema) ? schema : { ...schema, items: items ?? {} };
  }
  const first = prefixItems as readonly unknown[];
  const most = (schema['maxItems'] as number | undefined) ?? Infinity;
  if (isNothing) return { ...schema, items: { anyOf: first }, maxItems: Math.min(most, first.length) };
  return { ...schema, items: items === undefined ? {} : { anyOf: [...first, items] } };
}

function mayBeList({ type }: Keywords): boolean {
  return [type].flat().includes('array');
}

/** Names that a pattern describes are others. */
function withNames({ patternProperties, additionalProperties, ...schema }: Keywords): Keywords {
  if (patternProperties === undefined) {
    return additionalProperties === undefined ? schema : { ...schema, additionalProperties };
  }
  if (additionalProperties === undefined || additionalProperties === true) return schema;
  const patterned = Object.values(patternProperties as Readonly<Record<string, unknown>>);
  const rest = additionalProperties === false ? patterned : [...patterned, additionalProperties];
  return { ...schema, additionalProperties: { anyOf: rest } };
}

function withValues(schema: Keywords): Keywords {
  if (!Object.hasOwn(schema, 'const')) return schema;
  const { const: only, ...rest } = schema;
  return { ...rest, enum: [only] };
}

function withBounds(schema: Keywords): Keywords {
  const bounds: Keywords = { ...schema };
  for (const [word, exclusive, isTighter] of BOUNDS) {
    const limit = schema[exclusive];
    if (typeof limit !== 'number') continue;
    const other = schema[word];
    const isOther = typeof other === 'number' && isTighter(other, limit);
    bounds[word] = isOther ? other : limit;
    bounds[exclusive] = !isOther;
  }
  return bounds;
}

const BOUNDS = [
  ['minimum', 'exclusiveMinimum', (a: number, b: number) => a > b],
  ['maximum', 'exclusiveMaximum', (a: number, b: number) => a < b],
] as const;

function withExample({ examples, contentEncoding, ...schema }: Keywords): Keywords {
  const [example] = Array.isArray(examples) ? (examples as readonly JsonValue[]) : [];
  const isBytes = contentEncoding === 'base64' && schema['format'] === undefined;
  return { ...schema, ...(example === undefined ? {} : { example }), ...(isBytes ? { format: 'byte' } : {}) };
}

/** There is no type `null`; `nullable` counts only beside a type. */
const ONLY_NULL = { type: 'string', nullable: true, enum: [null] };

function withTypes(schema: Keywords): Keywords {
  const types = schema['type'] === undefined ? [] : [schema['type']].flat();
  const others = types.filter((one) => one !== 'null');
  const { type: _type, ...rest } = schema;
  if (types.length === 0) return withNullAmong(rest);
  if (others.length === types.length && types.length === 1) return { ...rest, type: types[0] };
  if (others.length === 1) return { ...rest, type: others[0], nullable: true };
  if (others.length === 0 && rest['enum'] === undefined) return { ...rest, ...ONLY_NULL };
  const forms = [...others.map((type) => ({ type })), ...(others.length === types.length ? [] : [ONLY_NULL])];
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: forms };
  return { ...rest, allOf: [...((rest['allOf'] as unknown[] | undefined) ?? []), { anyOf: forms }] };
}

/** A list of values with `null` and without a type. */
function withNullAmong(schema: Keywords): Keywords {
  const values = schema['enum'] as readonly JsonValue[] | undefined;
  if (values?.includes(null) !== true) return schema;
  const { enum: _values, ...rest } = schema;
  const others = values.filter((value) => value !== null);
  const forms = others.length === 0 ? [ONLY_NULL] : [{ enum: others }, ONLY_NULL];
  return { ...rest, allOf: [...((rest['allOf'] as unknown[] | undefined) ?? []), { anyOf: forms }] };
}
