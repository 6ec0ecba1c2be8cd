import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { compiledPattern, PatternLimitError } from '@haft/schema/internal';

/** Returns whether a schema declares a property. */
export function isDeclared({ properties }: JsonSchemaObject, key: string): boolean {
  return properties !== undefined && Object.hasOwn(properties, key);
}

/** Returns the schema of the value under a key. */
export function schemaOfKey(schema: JsonSchemaObject, key: string): JsonSchema {
  const declared = isDeclared(schema, key) ? schema.properties?.[key] : undefined;
  if (declared !== undefined) return declared;
  const described = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => matches(pattern, key));
  if (described.length === 0) return schema.additionalProperties ?? true;
  const schemas = described.map(([, one]) => one);
  return schemas.length === 1 ? (schemas[0] ?? true) : { allOf: schemas };
}

const patterns = new Map<string, ReturnType<typeof compiledPattern>>();
const MOST_PATTERNS = 100;

/**
 * Returns whether a name matches a pattern. Compiles a pattern once, if there are not too many.
 * If a name takes too many steps to match, the answer is no: the check rejects that name.
 */
function matches(pattern: string, name: string): boolean {
  if (!patterns.has(pattern)) {
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(pattern, compiledPattern(pattern));
  }
  try {
    return patterns.get(pattern)?.test(name) === true;
  } catch (error) {
    if (error instanceof PatternLimitError) return false;
    throw error;
  }
}
