import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';
import fc from 'fast-check';
import { arbitraryValue } from './arbitrary-schema.js';

const LEAVES = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'string', description: 'with words', minLength: 1, maxLength: 3 },
  { type: 'string', format: 'email' },
  { type: 'string', enum: ['low', 'normal', 'high'] },
  { type: 'integer', minimum: 1, maximum: 100 },
  { type: 'number', multipleOf: 0.5, default: 1 },
  { type: 'boolean' },
  { type: ['string', 'null'] },
  { const: 'only' },
  { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^x' }] },
  { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] },
  { $ref: '#/$defs/node' },
  { $ref: '#/$defs/shared' },
  { $ref: '#/$defs/choice', description: 'with words' },
  {},
  true,
);

const NAMES = fc.constantFrom('a', 'b', 'kind', 'value', 'walk', 'count', 'constructor', '__proto__', 'long name');

/** Generates closed objects, as TypeScript's types become them, and some open ones. */
function objects(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchemaObject> {
  const rest = fc.oneof(
    { weight: 6, arbitrary: fc.constant<JsonSchema>(false) },
    fc.constant<JsonSchema>(true),
    schema,
  );
  return fc
    .tuple(fc.uniqueArray(fc.tuple(NAMES, schema, fc.boolean()), { selector: ([name]) => name, maxLength: 4 }), rest)
    .map(([properties, additionalProperties]) => ({
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, one]) => [name, one])),
      required: properties.filter(([, , isNeeded]) => isNeeded).map(([name]) => name),
      additionalProperties,
    }));
}

function tagged(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const branch = (tag: string, one: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { a: one, kind: { const: tag } },
    required: ['kind'],
    additionalProperties: false,
  });
  return fc.tuple(schema, schema, fc.boolean(), fc.boolean()).map(([one, other, isNamed, isNullable]) => ({
    [isNamed ? 'oneOf' : 'anyOf']: [branch('en', one), branch('de', other), ...(isNullable ? [{ type: 'null' }] : [])],
    ...(isNamed && !isNullable ? { discriminator: { propertyName: 'kind' } } : {}),
  }));
}

function unions(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const list = schema.map((items): JsonSchema => ({ type: 'array', items, maxItems: 2 }));
  const others = fc.subarray<JsonSchema>([{ type: 'null' }, { type: 'string' }, { type: 'integer', minimum: 2 }]);
  return fc
    .tuple(fc.option(objects(schema), { nil: undefined }), fc.option(list, { nil: undefined }), others, fc.boolean())
    .map(([object, array, rest, one]) => {
      const branches = [object, ...rest, array].filter((branch) => branch !== undefined);
      return branches.length === 0 ? true : { [one ? 'oneOf' : 'anyOf']: branches };
    });
}

const nested = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'medium', maxDepth: 4, withCrossShrink: true },
    LEAVES,
    objects(tie('schema')),
    tie('schema').map((items): JsonSchema => ({ type: 'array', items, maxItems: 25 })),
    tagged(tie('schema')),
    unions(tie('schema')),
  ),
})).schema;

/** Documents as the reflector writes them for the arguments of tools. */
export const arbitraryToolSchema: fc.Arbitrary<JsonSchemaObject> = objects(nested).map((schema) => ({
  ...schema,
  $defs: {
    node: {
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' }, a: { type: 'string' } },
      additionalProperties: false,
    },
    shared: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
    choice: {
      anyOf: [{ $ref: '#/$defs/shared' }, { type: 'array', items: { $ref: '#/$defs/shared' } }, { type: 'null' }],
    },
  },
}));

/** Generates a value with one change at any depth: one part replaced, removed or added. */
export function changedSomewhere(value: JsonValue): fc.Arbitrary<JsonValue> {
  if (typeof value !== 'object' || value === null) return arbitraryValue;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const more = arbitraryValue.map((one): JsonValue => [...items, one]);
    if (items.length === 0) return more;
    const inside = fc
      .nat(items.length - 1)
      .chain((at) => changedSomewhere(items[at] ?? null).map((one) => items.with(at, one)));
    return fc.oneof({ weight: 3, arbitrary: inside }, more, arbitraryValue);
  }
  const entries = Object.entries(value);
  const other = fc.tuple(NAMES, arbitraryValue).map(([name, one]): JsonValue => ({ ...value, [name]: one }));
  if (entries.length === 0) return other;
  const at = fc.constantFrom(...entries);
  const inside = at.chain(([name, one]) => changedSomewhere(one).map((now): JsonValue => ({ ...value, [name]: now })));
  const less = at.map(([name]): JsonValue => Object.fromEntries(entries.filter(([one]) => one !== name)));
  return fc.oneof({ weight: 4, arbitrary: inside }, other, less, arbitraryValue);
}
