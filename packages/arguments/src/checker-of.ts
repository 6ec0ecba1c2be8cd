import { createChecker, type JsonSchema, type JsonSchemaObject, type SchemaChecker } from '@haft/schema';
import { keysOfPointer, schemaAt, type CompiledTests } from '@haft/schema/internal';

/** The checkers by schema object. A tool parses its schema once. */
const checkers = new WeakMap<JsonSchemaObject, SchemaChecker>();

/** Checks by the JSON pointer of their schema. They return false or undefined if it is broken. */
export type CompiledChecks = Readonly<Record<string, (value: unknown) => unknown>>;

/**
 * Returns the checker of a schema, and creates it once.
 *
 * @param compiled - the checker does not interpret a schema if its function accepts the value
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
