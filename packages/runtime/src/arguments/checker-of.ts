import { createChecker, type JsonSchema, type JsonSchemaObject, type SchemaChecker } from '@haft/schema';
import { keysOfPointer, schemaAt, type CompiledTests } from '@haft/schema/internal';

/** By the identity of the schema, which a tool parses once: prepared at the first refused call, gone with the tool. */
const checkers = new WeakMap<JsonSchemaObject, SchemaChecker>();

/** Functions that check a part of a schema, by its JSON pointer: false or undefined for what does not fit. */
export type CompiledChecks = Readonly<Record<string, (value: unknown) => unknown>>;

/**
 * The checker of a schema of a tool.
 *
 * @param compiled - it passes over what these functions take
 */
export function checkerOf(schema: JsonSchemaObject, compiled: CompiledChecks = {}): SchemaChecker {
  const known = checkers.get(schema);
  if (known !== undefined) return known;
  const checker = createChecker(schema, schema, testsOf(schema, compiled));
  checkers.set(schema, checker);
  return checker;
}

function testsOf(schema: JsonSchemaObject, compiled: CompiledChecks): CompiledTests {
  const tests = new Map<JsonSchema, (value: unknown) => boolean>();
  for (const [pointer, check] of Object.entries(compiled)) {
    const part = schemaAt(schema, keysOfPointer(pointer));
    if (part !== undefined) tests.set(part, (value) => fits(check(value)));
  }
  return tests;
}

function fits(result: unknown): boolean {
  return result !== undefined && result !== false;
}
