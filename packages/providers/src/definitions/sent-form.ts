import type { ToolDefinition } from '@haft/core';
import { dialectOf } from '@haft/runtime/dialect';
import type { DialectForm, Target } from '@haft/schema/dialects';

/** Whether strict mode may be chosen for tools. */
export interface StrictOption {
  /**
   * Whether tools are sent in strict mode where nothing is lost by it. `false` for models and servers that do not know it, and for sets of
   * tools that are too large for it (Anthropic: "The compiled grammar is too large"). Tools that ask for it (`@Tool({ strict: true })`) keep
   * it. A run reads the calls right in both cases. Default true.
   */
  readonly strict?: boolean;
}

/** The form in which the schema of a tool is sent. */
export function sentForm(
  definition: ToolDefinition,
  target: Target,
  { strict = true }: StrictOption = {},
): DialectForm {
  const { name, parameters } = definition;
  const isLeft = !strict && definition.strict !== true;
  return dialectOf(isLeft ? { name, parameters, strict: false } : definition, target);
}
