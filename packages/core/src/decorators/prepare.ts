import type { RunContext } from '../run-context.js';
import type { ToolDefinition } from '../tool-definition.js';
import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/**
 * Returns the definition for this step, changed or unchanged, or `null` to hide the tool. Cannot
 * rename it.
 */
export type PrepareTool = (
  run: RunContext<never>,
  definition: ToolDefinition,
) => ToolDefinition | null | Promise<ToolDefinition | null>;

/** Changes or hides a tool's definition for each step of a run. */
export function Prepare(prepare: PrepareTool): DualDecorator {
  return recorder('Prepare', RECORD.prepare, prepare);
}
