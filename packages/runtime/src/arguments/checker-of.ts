import { createChecker, type JsonSchemaObject, type SchemaChecker } from '@haft/schema';

/** By the identity of the schema, which a tool parses once: prepared at the first refused call, gone with the tool. */
const checkers = new WeakMap<JsonSchemaObject, SchemaChecker>();

/** The checker of a tool's parameter schema. */
export function checkerOf(schema: JsonSchemaObject): SchemaChecker {
  const known = checkers.get(schema);
  if (known !== undefined) return known;
  const checker = createChecker(schema);
  checkers.set(schema, checker);
  return checker;
}
