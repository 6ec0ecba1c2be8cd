import { keywordOf } from '../keywords/keyword-of.js';

/**
 * Checks the keywords of one schema against the meta-schema of draft 2020-12, and the names in
 * `required` against `properties`. Does not check the schemas inside. Returns whole sentences.
 */
export function keywordProblems(schema: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const wrong = Object.entries(schema).flatMap(([keyword, value]) => {
    const rule = keywordOf(keyword)?.argument;
    if (rule === undefined || value === undefined || rule.accepts(value)) return [];
    return [`${place}/${keyword} must be ${rule.kind}.`];
  });
  return wrong.length === 0 ? unknownRequired(schema, place) : wrong;
}

/** Finds required properties without a declaration. A model could not know their values. */
function unknownRequired(schema: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const { properties, required, additionalProperties = false } = schema;
  // Another keyword may declare names, or any name may be allowed.
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
