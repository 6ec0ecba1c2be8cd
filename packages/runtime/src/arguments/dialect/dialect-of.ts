import { HaftError, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { StrictModeError, toDialect, type DialectForm, type Target } from '@haft/schema/dialects';

/** By the identity of the schema, which a tool has once; gone with the tool. */
const known = new WeakMap<JsonSchemaObject, Map<string, DialectForm>>();

/**
 * The parameter schema of a tool as a target takes it, made once for each tool. A run with `target` reads with it what providers
 * send with it.
 *
 * @throws HaftError `HAFT_STRICT_MODE` when the tool asks for strict mode and cannot have it
 */
export function dialectOf(
  definition: Pick<ToolDefinition, 'name' | 'parameters' | 'strict'>,
  target: Target,
): DialectForm {
  const forms = known.get(definition.parameters) ?? new Map<string, DialectForm>();
  const key = `${target} ${String(definition.strict)}`;
  const made = forms.get(key) ?? make(definition, target);
  forms.set(key, made);
  known.set(definition.parameters, forms);
  return made;
}

/** The function that gives the forms of tools. A run loads it if it has a target. */
export type DialectOf = typeof dialectOf;

function make(definition: Pick<ToolDefinition, 'name' | 'parameters' | 'strict'>, target: Target): DialectForm {
  try {
    return toDialect(definition, target);
  } catch (cause) {
    if (!(cause instanceof StrictModeError)) throw cause;
    throw new HaftError('HAFT_STRICT_MODE', cause.message, {
      hint: 'Change the type, or leave `strict` out: then strict mode is used where it is possible.',
      cause,
    });
  }
}
