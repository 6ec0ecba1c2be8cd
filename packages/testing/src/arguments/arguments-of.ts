import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Arbitrary } from 'fast-check';
import { valuesOf } from './values-of.js';

/** Where the schema of arguments stands: in what a model is shown of a tool, or alone. */
export type ArgumentsSource = Pick<ToolDefinition, 'name' | 'parameters'> | JsonSchemaObject;

/**
 * Generates valid arguments of a tool, for property tests with fast-check: what the schema takes, which is what Haft enforces.
 *
 * @typeParam Arguments - their type, where the test knows it: `argumentsOf<Tools['file_read']['arguments']>(definition)`
 * @returns an arbitrary that throws a HaftError `HAFT_INVALID_SCHEMA` when it is asked for a value and none is found
 * @example fc.assert(fc.asyncProperty(argumentsOf(definition), async (args) => { ... }));
 */
export function argumentsOf<Arguments extends object = Readonly<Record<string, JsonValue>>>(
  source: ArgumentsSource,
): Arbitrary<Arguments> {
  return valuesOf(schemaOf(source)) as Arbitrary<unknown> as Arbitrary<Arguments>;
}

/** The schema of a source. */
export function schemaOf(source: ArgumentsSource): JsonSchemaObject {
  return 'parameters' in source ? source.parameters : source;
}
