import { phraseOf, type JsonSchemaObject } from '@haft/schema';
import { resolverOf, sameJson } from '@haft/schema/internal';

type Keyword = keyof JsonSchemaObject;

/**
 * Returns the rules of a schema that the field of a form cannot express, as sentences for the
 * person. The answer is checked against all of them.
 *
 * @param field - the field with the keywords that it expresses
 * @param subject - the start of a sentence about the value
 */
export function unsaidRules(schema: JsonSchemaObject, field: object, subject = ''): readonly string[] {
  const isUnsaid = (key: Keyword): boolean => schema[key] !== undefined && !sameJson(fieldOf(field, key), schema[key]);
  const { type } = schema;
  const [bare, worded] = [phrase(type === undefined ? {} : { type }), phrase(picked(schema, ['type', ...WORDED]))];
  const notes = NOTES.filter(
    ([key]) => isUnsaid(key) && phrase({ ...(type && { type }), [key]: schema[key] }) === bare,
  ).map(([key, name]) => `${name}: ${schema[key] ?? ''}`);
  const rest = picked(
    schema,
    (Object.keys(schema) as Keyword[]).filter((key) => isUnsaid(key) && !EXPRESSED.has(key) && !NO_RULE.test(key)),
  );
  return [
    ...(WORDED.some(isUnsaid) && worded !== bare ? [sentence(subject, `be ${worded}.`)] : []),
    ...notes,
    ...(schema.uniqueItems === true ? ['All items must differ.'] : []),
    ...(isEmpty(rest)
      ? []
      : [sentence(subject, `fit this schema: ${JSON.stringify({ ...rest, ...defsFor(schema, rest) })}`)]),
  ];
}

/**
 * Returns an integer schema with inclusive bounds in the place of exclusive ones, which say the
 * same for integers.
 */
export function withInclusiveBounds(schema: JsonSchemaObject): JsonSchemaObject {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...others } = schema;
  if (schema.type !== 'integer') return schema;
  const least = above === undefined ? undefined : Math.floor(above) + 1;
  const most = below === undefined ? undefined : Math.ceil(below) - 1;
  // Beyond the safe integers, the next integer is not exact.
  if (![least ?? 0, most ?? 0].every(Number.isSafeInteger)) return schema;
  const minimum = least === undefined ? others.minimum : Math.max(least, others.minimum ?? least);
  const maximum = most === undefined ? others.maximum : Math.min(most, others.maximum ?? most);
  return { ...others, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function sentence(subject: string, rule: string): string {
  return subject === '' ? `Must ${rule}` : `${subject} must ${rule}`;
}

function phrase(schema: JsonSchemaObject): string {
  return phraseOf(schema, resolverOf(schema));
}

function picked(schema: JsonSchemaObject, keys: readonly Keyword[]): JsonSchemaObject {
  return Object.fromEntries(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
}

function fieldOf(field: object, key: string): unknown {
  return (field as Record<string, unknown>)[key];
}

function isEmpty(schema: object): boolean {
  return Object.keys(schema).length === 0;
}

/** Returns the definitions that the rest of a schema refers to. */
function defsFor({ $defs }: JsonSchemaObject, rest: JsonSchemaObject): JsonSchemaObject {
  return $defs === undefined || !JSON.stringify(rest).includes('"$ref"') ? {} : { $defs };
}

/** The keywords that a phrase describes. */
const WORDED: readonly Keyword[] = [
  ...(['const', 'enum', 'minLength', 'maxLength', 'pattern', 'format', 'contentEncoding'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'] as const),
];

/** The keywords that a phrase may not describe, with their names for people. */
const NOTES: readonly (readonly ['format' | 'contentEncoding' | 'contentMediaType', string])[] = [
  ['format', 'Format'],
  ['contentEncoding', 'Encoding'],
  ['contentMediaType', 'Media type'],
];

/** The keywords without a rule, and those that are expressed in another way. */
const EXPRESSED: ReadonlySet<Keyword> = new Set<Keyword>([
  ...WORDED,
  ...NOTES.map(([key]) => key),
  ...(['type', '$defs', 'uniqueItems', 'title', 'description', 'default', 'examples'] as const),
  ...(['deprecated', 'readOnly', 'writeOnly', 'discriminator'] as const),
]);

/** Matches names of keywords without a rule: of the document, and of foreign tools. */
const NO_RULE = /^(?:\$(?:schema|id|anchor|comment)$|enumNames$|x-)/;
