import type { RunContext } from '../run-context.js';
import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Tells from the validated arguments, by parameter name, whether a person must approve the call. */
export type ApprovalPredicate = (args: never, run: RunContext<never>) => boolean | Promise<boolean>;

/** A person must approve the call, always or when the predicate says so. On a class: every call of its tools. */
export function RequiresApproval(predicate?: ApprovalPredicate): DualDecorator {
  return recorder('RequiresApproval', RECORD.requiresApproval, predicate ?? true);
}
