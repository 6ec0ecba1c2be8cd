import type { JsonType } from '../../json-schema.js';

/** Whether a keyword says something of values of a type. Unknown ones may. */
export function keywordType(keyword: string, type: JsonType): boolean {
  const types = SPEAKS_OF.get(keyword);
  return types === undefined || types.includes(type);
}

/** Whether a keyword says nothing of which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

const SPEAKS_OF: ReadonlyMap<string, readonly JsonType[]> = new Map(
  (
    [
      [['string'], ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType', 'contentSchema']],
      [['string', 'number', 'integer'], ['format']],
      [
        ['number', 'integer'],
        ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      ],
      [['array'], ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'minItems', 'maxItems']],
      [['array'], ['contains', 'minContains', 'maxContains', 'uniqueItems']],
      [['object'], ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']],
      [['object'], ['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies']],
      [['object'], ['unevaluatedProperties', 'propertyOrdering']],
    ] satisfies [JsonType[], string[]][]
  ).flatMap(([types, keywords]) => keywords.map((keyword) => [keyword, types] as const)),
);
