import type { JsonSchemaObject, JsonType } from '../json-schema.js';
import type { KeywordName } from '../keywords/keyword.js';

/**
 * The place of each keyword in a signature. `combined`: a part of a type. A JSON type: a separate
 * type, or inside that type. `comment`: in a comment. `unsaid`: nowhere, but calls check it.
 */
const SAID: Readonly<Record<KeywordName, 'combined' | 'type' | JsonType | 'comment' | 'unsaid'>> = {
  ...{ $ref: 'combined', anyOf: 'combined', oneOf: 'combined', allOf: 'combined', enum: 'combined', const: 'combined' },
  type: 'type',
  ...{ properties: 'object', additionalProperties: 'object', items: 'array', prefixItems: 'array' },
  // A signature shows these with the properties and items.
  ...{ required: 'unsaid', minItems: 'unsaid', $defs: 'unsaid' },
  ...{ description: 'comment', default: 'comment', deprecated: 'comment' },
  ...{ title: 'unsaid', examples: 'unsaid', readOnly: 'unsaid', writeOnly: 'unsaid', discriminator: 'unsaid' },
  ...{ not: 'unsaid', if: 'unsaid', then: 'unsaid', else: 'unsaid' },
  ...{ patternProperties: 'unsaid', propertyNames: 'unsaid', dependentRequired: 'unsaid' },
  ...{ minProperties: 'unsaid', maxProperties: 'unsaid', maxItems: 'unsaid', uniqueItems: 'unsaid' },
  ...{ contains: 'unsaid', minContains: 'unsaid', maxContains: 'unsaid' },
  ...{ minLength: 'unsaid', maxLength: 'unsaid', pattern: 'unsaid', format: 'unsaid' },
  ...{ contentEncoding: 'unsaid', contentMediaType: 'unsaid', multipleOf: 'unsaid' },
  ...{ minimum: 'unsaid', maximum: 'unsaid', exclusiveMinimum: 'unsaid', exclusiveMaximum: 'unsaid' },
};

const NAMES = Object.keys(SAID) as readonly KeywordName[];

/** Returns whether a schema combines other schemas, or lists values. */
export function isCombined(schema: JsonSchemaObject): boolean {
  return NAMES.some((keyword) => SAID[keyword] === 'combined' && schema[keyword] !== undefined);
}

/**
 * Returns the type that a schema without `type` implies: an object if it has properties, an array
 * if it has items.
 */
export function impliedType(schema: JsonSchemaObject): JsonType | undefined {
  const about = NAMES.filter((keyword) => schema[keyword] !== undefined).map((keyword) => SAID[keyword]);
  return (['object', 'array'] as const).find((type) => about.includes(type));
}
