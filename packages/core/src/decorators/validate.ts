import type { RunContext } from '../run-context.js';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';

/**
 * Checks the validated arguments by parameter name. Throws `ModelRetry`, `ToolFailed`,
 * `ApprovalRequired` or `CallDeferred`.
 */
export type ValidateArguments = (args: never, run: RunContext<never>) => void | Promise<void>;

/**
 * Adds a check of a tool's arguments after their schema and before any approval.
 *
 * @example
 * @Validate((args: { from: Date; to: Date }) => {
 *   if (args.to < args.from) throw new ModelRetry('to is before from: swap them.');
 * })
 * @Tool()
 * book(from: Date, to: Date): string {
 *   return `Booked from ${from.toISOString()} to ${to.toISOString()}.`;
 * }
 */
export function Validate(validate: ValidateArguments): DualMethodDecorator {
  return methodRecorder('validate', validate);
}
