/** A schema of any version, as it stands in a document. */
export type AnySchema = boolean | Readonly<Record<string, unknown>>;

const ONE: ReadonlySet<string> = new Set([
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'],
]);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']);
/** Keywords with schemas by name. */
export const BY_NAME: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
]);

/** A schema with other schemas inside it; values that are data stay what they are. */
export function mapInside(
  schema: Readonly<Record<string, unknown>>,
  convert: (inside: AnySchema) => AnySchema,
): Record<string, unknown> {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, inside(keyword, value, convert)] as const);
  return Object.fromEntries(entries);
}

function inside(keyword: string, value: unknown, convert: (inside: AnySchema) => AnySchema): unknown {
  if (LISTS.has(keyword) && Array.isArray(value))
    return value.map((one: unknown) => (isSchema(one) ? convert(one) : one));
  if (ONE.has(keyword) && isSchema(value)) return convert(value);
  if (!BY_NAME.has(keyword) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, one]: [string, unknown]) => [name, isSchema(one) ? convert(one) : one] as const,
  );
  return Object.fromEntries(entries);
}

/** Whether a value can be a schema. */
function isSchema(value: unknown): value is AnySchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
