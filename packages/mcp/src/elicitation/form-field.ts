import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { choiceField, choicesField } from './choice-field.js';
import { isSchemaObject, only, textsOf } from './schema-parts.js';

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
 * JSON text. Rules that a field cannot express are checked when the values are supplied.
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
    if (others.length === 1) return { ...rest, type: others[0] } as JsonSchemaObject;
  }
  const others = anyOf?.filter((one) => !isSchemaObject(one) || one.type !== 'null');
  const [other] = others ?? [];
  return others?.length === 1 && isSchemaObject(other) ? { ...rest, ...other } : schema;
}

function primitiveField(schema: JsonSchemaObject): FormField | undefined {
  const { type, minLength, maxLength, format, minimum, maximum, default: fallback } = schema;
  const texts = textsOf(schema);
  switch (type) {
    case 'boolean':
      return entered({ type, ...texts, ...only({ default: fallback }, 'boolean') });
    case 'integer':
    case 'number':
      return entered({ type, ...texts, ...only({ minimum, maximum, default: fallback }, 'number') });
    case 'string': {
      const known = FORMATS.includes(format ?? '') ? { format } : {};
      const lengths = only({ minLength, maxLength }, 'number');
      return entered({ type, ...texts, ...lengths, ...known, ...only({ default: fallback }, 'string') });
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
  const field = {
    type: 'string',
    ...textsOf({
      ...(title !== undefined && { title }),
      description: description === undefined ? asked : `${description}\n${asked}`,
      examples: items.examples ?? [],
    }),
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
