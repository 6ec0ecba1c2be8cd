import { keywordOf } from '../keywords/keyword-of.js';

/**
 * What is wrong with the keywords of one schema by the meta-schema of draft 2020-12, and with the names in `required`: whole sentences. The schemas
 * inside are not looked at.
 */
export function keywordProblems(schema: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const wrong = Object.entries(schema).flatMap(([keyword, value]) => {
    const rule = keywordOf(keyword)?.argument;
    if (rule === undefined || value === undefined || rule.accepts(value)) return [];
    return [`${place}/${keyword} must be ${rule.kind}.`];
  });
  return wrong.length === 0 ? unknownRequired(schema, place) : wrong;
}

/** A required property that is declared nowhere: nothing that a model is shown says what to write there. */
function unknownRequired(schema: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const { properties, required, additionalProperties = false } = schema;
  // Others than those of `properties` may be meant: their names are declared elsewhere, or may be any.
  if (properties === undefined || required === undefined || additionalProperties !== false) return [];
  if (ELSEWHERE.some((keyword) => schema[keyword] !== undefined)) return [];
  const unknown = (required as readonly string[]).filter((name) => !Object.hasOwn(properties as object, name));
  return unknown.map((name) => `${place} requires ${JSON.stringify(name)}, which is none of its properties.`);
}

/** Keywords that may declare properties too. */
const ELSEWHERE = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
];
