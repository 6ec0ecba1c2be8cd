import type { ToolDefinition } from '@haft/core';
import { dialectOf, type Target } from '@haft/runtime/dialect';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { isJsonObject } from '@haft/schema/internal';

/** The form of a tool's arguments for the model. */
export interface ShownForm {
  readonly parameters: JsonSchemaObject;
  /**
   * Whether the model provider should use its strict mode. Undefined if the provider is unknown.
   */
  readonly strict: boolean | undefined;
  readonly examples: readonly Readonly<Record<string, JsonValue>>[];
}

/**
 * Returns the arguments in the dialect of the run, or as they are defined.
 *
 * @param target - the target of the run, which undoes the dialect's form when the call arrives
 */
export function shownForm(definition: ToolDefinition, target: Target | undefined): ShownForm {
  const { parameters, examples = [] } = definition;
  if (target === undefined) return { parameters, strict: undefined, examples };
  const form = dialectOf(definition, target);
  const written = examples.map((example) => form.write(example)).filter(isJsonObject);
  return { parameters: form.parameters, strict: form.strict, examples: written };
}
