import { HaftError, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { StrictModeError, toDialect, type DialectForm, type Target } from '@haft/schema/dialects';

/** The forms by schema object and then by target. */
const known = new WeakMap<JsonSchemaObject, Map<string, DialectForm>>();

/**
 * Returns the parameter schema of a tool in the form of a target. Creates it once for each tool. A
 * run with a `target` reads arguments in this form.
 *
 * @param definition - definition of the tool. It does not change
 * @param target - receiver of the schema
 * @throws {HaftError} HAFT_STRICT_MODE if the tool requires strict mode and its schema prevents it
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

/** The type of {@link dialectOf}, which a run loads if it has a target. */
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
