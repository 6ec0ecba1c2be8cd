import { HaftError } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { invalidSchema } from './schema-check.js';
import type { StandardSchema } from './standard-schema.js';

/**
 * Returns the JSON Schema of a Standard Schema: the given one, or what its library makes of it.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the library makes none
 */
export function jsonSchemaOf(
  name: string,
  standard: StandardSchema,
  jsonSchema: JsonSchemaObject | undefined,
): JsonSchemaObject {
  if (jsonSchema !== undefined) return jsonSchema;
  const { vendor, jsonSchema: converter } = standard['~standard'];
  if (converter === undefined) {
    const message = `defineTool('${name}'): schemas of ${vendor} do not tell their JSON Schema.`;
    throw new HaftError('HAFT_INVALID_OPTION', message, {
      hint: 'Give it as `jsonSchema`; most libraries have a package that converts.',
    });
  }
  try {
    const { $schema: _dialect, ...rest } = converter.input({ target: 'draft-2020-12' });
    return rest;
  } catch (cause) {
    throw invalidSchema(name, [cause instanceof Error ? cause.message : String(cause)]);
  }
}
