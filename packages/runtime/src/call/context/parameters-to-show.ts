import type { RunContext, ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import { dialectForm } from '../dialect-form.js';
import { CallContext } from './call-context.js';

/**
 * Returns the schema that `search_tools` shows of a tool behind `call_tool`, in the form of the
 * run's provider, or undefined if the run has shown it. No provider checks the arguments inside of
 * a call, so that the form without its strict mode says more.
 */
export function parametersToShow(definition: ToolDefinition, context: RunContext): JsonSchemaObject | undefined {
  const run = CallContext.callOf(context)?.run;
  const { name, parameters } = definition;
  if (run === undefined) return parameters;
  if (run.toolbox.isRevealed(name)) return undefined;
  return dialectForm(run, { name, parameters, strict: false })?.parameters ?? parameters;
}
