import {
  createChecker,
  type CompiledTests,
  type JsonSchema,
  type JsonSchemaObject,
  type SchemaChecker,
} from '@haft/schema';

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
    const part = partAt(schema, pointer);
    if (part !== undefined) tests.set(part, (value) => fits(check(value)));
  }
  return tests;
}

function fits(result: unknown): boolean {
  return result !== undefined && result !== false;
}

function partAt(schema: JsonSchemaObject, pointer: string): JsonSchema | undefined {
  let current: unknown = schema;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current as JsonSchema;
}
