import type { ToolDefinition } from '@haft/core';
import { dialectOf, type Target } from '@haft/runtime/dialect';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';

/** What the model is shown of the arguments of a tool. */
export interface ShownForm {
  readonly parameters: JsonSchemaObject;
  /** Whether the model provider is asked for its strict mode; undefined when nobody knows which provider it is. */
  readonly strict: boolean | undefined;
  readonly examples: readonly Readonly<Record<string, JsonValue>>[];
}

/**
 * The arguments in the dialect that the run speaks, or as they are defined.
 *
 * @param target - of the run, which undoes the dialect's form when the call comes
 */
export function shownForm(definition: ToolDefinition, target: Target | undefined): ShownForm {
  const { parameters, examples = [] } = definition;
  if (target === undefined) return { parameters, strict: undefined, examples };
  const form = dialectOf(definition, target);
  const written = examples.map((example) => form.write(example) as Readonly<Record<string, JsonValue>>);
  return { parameters: form.parameters, strict: form.strict, examples: written };
}
