import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { choiceField, choicesField } from './choice-field.js';
import { isSchemaObject, only, textsOf } from './schema-parts.js';

/** A field of a form as the protocol allows it: flat, a text, number, boolean or choice. */
export type FlatField = ElicitRequestFormParams['requestedSchema']['properties'][string];

/** A field, and how what a person entered becomes a value of the parameter. */
export interface FormField {
  readonly field: FlatField;
  /** @throws SyntaxError when a text should have been JSON */
  readonly read: (entered: JsonValue) => JsonValue;
}

/**
 * How one parameter is asked for. What no flat field can say is asked for as JSON text. Rules that a field cannot say are checked
 * all the same, when the values are supplied.
 */
export function formField(schema: JsonSchemaObject): FormField {
  const plain = withoutNull(schema);
  return choiceField(plain) ?? choicesField(plain) ?? primitiveField(plain) ?? jsonField(schema);
}

/** `T | null` asks for `T`: a field can be left empty anyway. */
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

function jsonField(schema: JsonSchemaObject): FormField {
  const { title, description, default: fallback, ...rest } = schema;
  const asked = `As JSON that fits this schema: ${JSON.stringify(rest)}`;
  const field = {
    type: 'string',
    ...only({ title }, 'string'),
    description: description === undefined ? asked : `${description} ${asked}`,
    ...(fallback === undefined ? {} : { default: JSON.stringify(fallback) }),
  };
  const read = (value: JsonValue): JsonValue => (typeof value === 'string' ? (JSON.parse(value) as JsonValue) : value);
  return { field: field as FlatField, read };
}

/** A field whose value is what was entered. */
function entered(field: object): FormField {
  return { field: field as FlatField, read: (value) => value };
}
