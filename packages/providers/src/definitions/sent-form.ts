import type { OptionNames, ToolDefinition } from '@haft/core';
import { dialectOf } from '@haft/runtime/dialect';
import type { DialectForm, Target } from '@haft/schema/dialects';

/** The option for strict mode. */
export interface StrictOption {
  /**
   * Whether to send tools in strict mode, if their form loses nothing. Use `false` for models and
   * servers without support, and for too many tools (Anthropic: "The compiled grammar is too
   * large"). Tools with `@Tool({ strict: true })` keep it. A run reads the calls correctly in both
   * cases. Default true.
   */
  readonly strict?: boolean;
}

/** The names of {@link StrictOption}. */
export const STRICT_OPTION: OptionNames<StrictOption> = { strict: true };

/** Returns the form of a tool's schema in requests. */
export function sentForm(
  definition: ToolDefinition,
  target: Target,
  { strict = true }: StrictOption = {},
): DialectForm {
  const { name, parameters } = definition;
  const isLeft = !strict && definition.strict !== true;
  return dialectOf(isLeft ? { name, parameters, strict: false } : definition, target);
}
