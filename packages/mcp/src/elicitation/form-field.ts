import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { sameJson } from '@haft/schema/internal';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { choiceField, choicesField } from './choice-field.js';
import { isSchemaObject, only, textsOf } from './schema-parts.js';
import { unsaidRules, withInclusiveBounds } from './unsaid-rules.js';

/** A field of a form in the protocol: flat, a text, number, boolean or choice. */
export type FlatField = ElicitRequestFormParams['requestedSchema']['properties'][string];

/** A field, with the conversion of the entered value. */
export interface FormField {
  readonly field: FlatField;
  /** @throws SyntaxError if a text is not the expected JSON */
  readonly read: (entered: JsonValue) => JsonValue;
}

/**
 * Returns the field of one parameter. If no flat field can express its schema, the field asks for
 * JSON text. The description has the rules that a field cannot express. All rules are checked when
 * the values are supplied.
 */
export function formField(schema: JsonSchemaObject): FormField {
  const plain = withoutNull(schema);
  return choiceField(plain) ?? choicesField(plain) ?? primitiveField(plain) ?? textsField(plain) ?? jsonField(schema);
}

/** Returns `T` of `T | null`: a field can be empty in every case. */
function withoutNull(schema: JsonSchemaObject): JsonSchemaObject {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type)) {
    const others = (type as readonly string[]).filter((one) => one !== 'null');
    const values = schema.enum?.filter((value) => value !== null);
    if (others.length === 1)
      return { ...schema, type: others[0], ...(values !== undefined && { enum: values }) } as JsonSchemaObject;
  }
  const others = anyOf?.filter((one) => !isSchemaObject(one) || one.type !== 'null');
  const [other] = others ?? [];
  if (others?.length !== 1 || !isSchemaObject(other)) return schema;
  // A rule of both would get lost.
  const isClear = (Object.keys(other) as (keyof JsonSchemaObject)[]).every(
    (key) => TEXTS.has(key) || schema[key] === undefined || sameJson(schema[key], other[key]),
  );
  return isClear ? { ...(type === undefined ? {} : { type }), ...rest, ...other } : schema;
}

const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);

function primitiveField(given: JsonSchemaObject): FormField | undefined {
  const schema = withInclusiveBounds(given);
  const { type, minLength, maxLength, format, minimum, maximum, default: fallback } = schema;
  const told = (field: object): FormField => entered({ ...field, ...textsOf(schema, unsaidRules(schema, field)) });
  switch (type) {
    case 'boolean':
      return told({ type, ...only({ default: fallback }, 'boolean') });
    case 'integer':
    case 'number':
      return told({ type, ...only({ minimum, maximum, default: fallback }, 'number') });
    case 'string': {
      const known = FORMATS.includes(format ?? '') ? { format } : {};
      const lengths = only({ minLength, maxLength }, 'number');
      return told({ type, ...lengths, ...known, ...only({ default: fallback }, 'string') });
    }
    default:
      return undefined;
  }
}

const FORMATS: readonly string[] = ['email', 'uri', 'date', 'date-time'];

/** Returns the field for a list of texts: a form has lists of choices only. */
function textsField(schema: JsonSchemaObject): FormField | undefined {
  const { type, items, title, description, default: fallback } = schema;
  if (type !== 'array' || !isSchemaObject(items) || items.type !== 'string') return undefined;
  const asked = 'One text, or several as a JSON list: ["first","second"]';
  const rules = [...unsaidRules(schema, { items }), ...unsaidRules(items, { type: 'string' }, 'Each item')];
  const field = {
    type: 'string',
    ...textsOf(
      {
        ...(title !== undefined && { title }),
        description: description === undefined ? asked : `${description}\n${asked}`,
        examples: items.examples ?? [],
      },
      rules,
    ),
    ...(fallback === undefined ? {} : { default: JSON.stringify(fallback) }),
  };
  const read = (value: JsonValue): JsonValue => {
    if (typeof value !== 'string') return value;
    return value.trimStart().startsWith('[') ? (JSON.parse(value) as JsonValue) : [value];
  };
  return { field: field as FlatField, read };
}

function jsonField(schema: JsonSchemaObject): FormField {
  const { title, description, default: fallback, ...rest } = schema;
  const asked = `As JSON that fits this schema: ${JSON.stringify(rest)}`;
  const field = {
    type: 'string',
    ...textsOf({
      ...(title !== undefined && { title }),
      description: description === undefined ? asked : `${description} ${asked}`,
    }),
    ...(fallback === undefined ? {} : { default: JSON.stringify(fallback) }),
  };
  const read = (value: JsonValue): JsonValue => (typeof value === 'string' ? (JSON.parse(value) as JsonValue) : value);
  return { field: field as FlatField, read };
}

/** Returns a field whose value is the entered one. */
function entered(field: object): FormField {
  return { field: field as FlatField, read: (value) => value };
}
