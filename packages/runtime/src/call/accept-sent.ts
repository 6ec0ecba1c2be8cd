import { acceptQuickly } from '../arguments/accept-quickly.js';
import type { DialectOutcome } from '../arguments/dialect/accept-in-dialect.js';
import { loadCarefulFor } from '../load-careful.js';
import type { RunState } from '../run/run-state.js';
import type { AnyTool } from '../toolsets/any-tool.js';

/**
 * Steps 3 to 5 for what a model sent, in the form that this run shows it. A promise only where the arguments do not fit as they are.
 *
 * @param isFromModel - false for what the program itself may have written, in either form
 */
export function acceptSent(
  run: RunState,
  tool: AnyTool,
  sent: unknown,
  isFromModel = true,
): DialectOutcome | Promise<DialectOutcome> {
  const { dialectOf, target, runtime } = run;
  const { argumentLimits: limits } = runtime;
  if (dialectOf !== undefined && target !== undefined) {
    const form = dialectOf(tool.definition, target);
    return loadCarefulFor(tool.check).then((careful) =>
      careful.acceptInDialect(tool.check, sent, limits, form, isFromModel),
    );
  }
  return acceptPlainly(run, tool, sent);
}

/** The same for arguments in the tool's own form, whatever the run shows. */
export function acceptPlainly(run: RunState, tool: AnyTool, sent: unknown): DialectOutcome | Promise<DialectOutcome> {
  const { argumentLimits: limits } = run.runtime;
  const { check } = tool;
  if (check.emitted?.isComing === true) return check.emitted.load().then(() => acceptPlainly(run, tool, sent));
  const accepted = acceptQuickly(check, sent, limits);
  if (accepted.args !== undefined) return { outcome: accepted };
  return loadCarefulFor(check).then((careful) => ({ outcome: careful.acceptCarefully(check, accepted, limits) }));
}
