import type { ToolDefinition } from '@haft/core';
import { dialectOf, type Target } from '@haft/runtime/dialect';
import { createChecker, type JsonSchemaObject, type JsonValue } from '@haft/schema';
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
  const { examples = [] } = definition;
  const form = target === undefined ? undefined : dialectOf(definition, target);
  const { parameters, strict } = form ?? { ...definition, strict: undefined };
  if (examples.length === 0) return { parameters, strict, examples };
  // Providers reject a request with an invalid example.
  const checker = createChecker(parameters);
  const written = examples.map((example) => form?.write(example) ?? example);
  return { parameters, strict, examples: written.filter(isJsonObject).filter((one) => checker.validates(one)) };
}
