/** What the value of a keyword must be in draft 2020-12. */
interface KeywordKind {
  readonly kind: string;
  readonly accepts: (value: unknown) => boolean;
}

/**
 * What is wrong with the keywords of one schema by the meta-schema of draft 2020-12, and with the names in `required`: whole sentences. The schemas
 * inside are not looked at.
 */
export function keywordProblems(schema: Readonly<Record<string, unknown>>, place: string): readonly string[] {
  const wrong = Object.entries(schema).flatMap(([keyword, value]) => {
    const rule = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
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

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const NUMBER: KeywordKind = { kind: 'a number', accepts: (value) => Number.isFinite(value) };
const COUNT: KeywordKind = {
  kind: 'a whole number of at least 0',
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};
const TEXT: KeywordKind = { kind: 'a text', accepts: (value) => typeof value === 'string' };
const FLAG: KeywordKind = { kind: 'true or false', accepts: (value) => typeof value === 'boolean' };
const LIST: KeywordKind = { kind: 'a list', accepts: Array.isArray };
const SCHEMAS: KeywordKind = {
  kind: 'a list of schemas',
  accepts: (value) => Array.isArray(value) && value.length > 0,
};
const NAMED: KeywordKind = { kind: 'an object of schemas', accepts: isObject };
const NAMES: KeywordKind = { kind: 'a list of names, each once', accepts: isNames };

const KEYWORDS: Readonly<Record<string, KeywordKind>> = {
  type: { kind: `one of ${[...TYPES].join(', ')}, or a list of some`, accepts: isType },
  enum: LIST,
  ...{ minimum: NUMBER, maximum: NUMBER, exclusiveMinimum: NUMBER, exclusiveMaximum: NUMBER },
  multipleOf: { kind: 'a number above 0', accepts: (value) => Number.isFinite(value) && (value as number) > 0 },
  ...{ minLength: COUNT, maxLength: COUNT, minItems: COUNT, maxItems: COUNT, minContains: COUNT, maxContains: COUNT },
  ...{
    minProperties: COUNT,
    maxProperties: COUNT,
    uniqueItems: FLAG,
    deprecated: FLAG,
    readOnly: FLAG,
    writeOnly: FLAG,
  },
  ...{ title: TEXT, description: TEXT, format: TEXT, $comment: TEXT, examples: LIST, required: NAMES },
  ...{ anyOf: SCHEMAS, oneOf: SCHEMAS, allOf: SCHEMAS, prefixItems: SCHEMAS },
  ...{ properties: NAMED, patternProperties: NAMED, $defs: NAMED, definitions: NAMED, dependentSchemas: NAMED },
  dependentRequired: {
    kind: 'an object of lists of names',
    accepts: (value) => isObject(value) && Object.values(value as object).every(isNames),
  },
};

function isType(value: unknown): boolean {
  return (
    TYPES.has(value) ||
    (isNames(value) && (value as unknown[]).length > 0 && (value as unknown[]).every((one) => TYPES.has(one)))
  );
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') && new Set(value).size === value.length;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
