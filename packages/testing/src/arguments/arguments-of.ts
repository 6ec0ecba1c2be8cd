import { requireKind, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Arbitrary } from 'fast-check';
import { valuesOf } from './values-of.js';

/** The schema of arguments: in a tool definition, or alone. */
export type ArgumentsSource = Pick<ToolDefinition, 'name' | 'parameters'> | JsonSchemaObject;

/**
 * Generates valid arguments of a tool, for property tests with fast-check: all values that the
 * schema allows, which is what Haft enforces.
 *
 * @typeParam Arguments - their type, if the test knows it:
 *   `argumentsOf<Tools['file_read']['arguments']>(definition)`
 * @returns an arbitrary that throws a HaftError `HAFT_INVALID_SCHEMA` if it finds no value
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the source is not an object
 * @example fc.assert(fc.asyncProperty(argumentsOf(definition), async (args) => { ... }));
 */
export function argumentsOf<Arguments extends object = Readonly<Record<string, JsonValue>>>(
  source: ArgumentsSource,
): Arbitrary<Arguments> {
  return valuesOf(schemaOf(source)) as Arbitrary<unknown> as Arbitrary<Arguments>;
}

/** Returns the schema of a source. */
export function schemaOf(source: ArgumentsSource): JsonSchemaObject {
  requireKind('The definition or schema', source, 'an object');
  return 'parameters' in source ? source.parameters : source;
}
