import { FORMATS, isRegex } from '@haft/schema/formats';
import { patternHazard } from '@haft/schema/internal';
import type { Part } from '../document/read-document.js';
import { plainText } from './plain-text.js';

/**
 * Returns the keywords of a schema without schemas inside, in the form of draft 2020-12. Leaves out
 * keywords of documentation (`xml`, `example`, `discriminator`), and formats and patterns that Haft
 * cannot check: the service checks them.
 */
export function plainKeywords(schema: Part, isVersion30: boolean): Part {
  const kept = Object.entries(schema).filter(([keyword, value]) => KEPT.has(keyword) && value !== undefined);
  const words: Record<string, unknown> = Object.fromEntries(kept);
  const { format, pattern, description } = words;
  if (typeof format !== 'string' || !FORMATS.has(format)) delete words['format'];
  if (typeof pattern !== 'string' || !isRegex(pattern) || patternHazard(pattern) !== undefined) delete words['pattern'];
  if (typeof description === 'string') words['description'] = plainText(description);
  if (words['description'] === '' || typeof description !== 'string') delete words['description'];
  return isVersion30 ? withBounds(words) : words;
}

/** Whether the schema allows null by the keyword of OpenAPI 3.0. */
export function isNullable(schema: Part, isVersion30: boolean): boolean {
  return isVersion30 && schema['nullable'] === true;
}

/** Adds null to the values that a schema accepts. */
export function withNull(schema: Part): Part {
  const { type, enum: values, const: constant, description, ...rest } = schema;
  const isPlain = typeof type === 'string' && constant === undefined && COMPOSED.every((keyword) => !(keyword in rest));
  if (isPlain) {
    const listed = Array.isArray(values) ? { enum: [...new Set<unknown>(values).add(null)] } : {};
    return { ...schema, type: [type, 'null'], ...listed };
  }
  if (Object.keys(schema).length === 0) return schema;
  const { description: _text, ...inner } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [inner, { type: 'null' }] };
}

const COMPOSED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];

/** Converts the bounds of OpenAPI 3.0: `minimum: 3, exclusiveMinimum: true`. */
function withBounds({ exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...words }: Part): Part {
  return {
    ...words,
    ...boundOf('minimum', minimum, exclusiveMinimum),
    ...boundOf('maximum', maximum, exclusiveMaximum),
  };
}

function boundOf(name: 'minimum' | 'maximum', bound: unknown, isExclusive: unknown): Part {
  if (bound === undefined) return {};
  return isExclusive === true
    ? { [name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum']: bound }
    : { [name]: bound };
}

const KEPT: ReadonlySet<string> = new Set([
  ...['type', 'const', 'enum', 'format', 'pattern', 'minLength', 'maxLength', 'contentEncoding'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains'],
  ...['required', 'minProperties', 'maxProperties', 'dependentRequired'],
  ...['description', 'default', 'deprecated'],
]);
