import type { RunContext } from '../run-context.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Returns whether a person must approve the call. Reads the validated arguments by parameter name.
 */
export type ApprovalPredicate = (args: never, run: RunContext<never>) => boolean | Promise<boolean>;

/**
 * Requires approval of a person for each call, or for those that the predicate selects. On a class,
 * it applies to each tool. The predicate gets no services. If the decision needs your data, throw
 * `ApprovalRequired` in the method.
 *
 * @example
 * @RequiresApproval((args: { cents: number }) => args.cents > 10_000)
 * @Tool()
 * async refund(id: number, cents: number): Promise<string> {
 *   return await this.shop.refund(id, cents);
 * }
 */
export function RequiresApproval(predicate?: ApprovalPredicate): DualDecorator {
  return recorder('requiresApproval', predicate ?? true);
}
