import type { RunContext } from '../run-context.js';
import type { ToolDefinition } from '../tool-definition.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Returns the definition for this step, changed or unchanged, or `null` to hide the tool. Cannot
 * rename it.
 */
export type PrepareTool = (
  run: RunContext<never>,
  definition: ToolDefinition,
) => ToolDefinition | null | Promise<ToolDefinition | null>;

/**
 * Changes or hides a tool's definition for each step of a run.
 *
 * @example
 * @Prepare((run: RunContext<{ role: string }>, definition) => {
 *   return run.deps.role === 'admin' ? definition : null;
 * })
 * @Tool()
 * async refund(id: number, cents: number): Promise<string> {
 *   return await this.shop.refund(id, cents);
 * }
 */
export function Prepare(prepare: PrepareTool): DualDecorator {
  return recorder('prepare', prepare);
}
