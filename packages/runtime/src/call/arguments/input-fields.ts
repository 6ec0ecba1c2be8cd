import { HaftError } from '@haft/core';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Call } from '../call.js';
import { completedArguments } from './completed-arguments.js';

/**
 * Returns the schema of the values that the user enters for a call, after `@NarrowInput`. Returns
 * undefined if the tool asks for nothing.
 *
 * @param args - the arguments of the model as JSON
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the function of `@NarrowInput` names another
 *   parameter
 * @throws an error of the function
 */
export function inputFields(call: Call, args: Readonly<Record<string, JsonValue>>): JsonSchemaObject | undefined {
  const { input, settings } = call.state.planned.tool;
  const schema = input?.check.schema();
  if (schema === undefined || settings.narrowInput === undefined) return schema;
  const narrowed = settings.narrowInput(completedArguments(call, args) as never);
  for (const name of Object.keys(narrowed)) {
    if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) continue;
    const message = `@NarrowInput of '${call.name}' returns a schema for '${name}', which is not a @UserInput parameter.`;
    throw new HaftError('HAFT_INVALID_OPTION', message, { hint: 'Return schemas by names of @UserInput parameters.' });
  }
  return { ...schema, properties: { ...schema.properties, ...narrowed } };
}
