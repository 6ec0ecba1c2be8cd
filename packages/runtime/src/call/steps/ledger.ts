import { isForBackground } from '../background/is-for-background.js';
import { queueCall } from '../background/queue-call.js';
import type { Call } from '../call.js';
import { reconcile } from '../ledger/reconcile.js';
import { throughLedger } from '../ledger/through-ledger.js';
import type { AroundStep } from '../plan/step.js';

/**
 * Begins step 10: executes a call between two writes to the ledger, or queues it. A call without a
 * row continues.
 */
export const ledger: AroundStep = {
  names: ['execute'],
  needed: ({ hasRow }) => hasRow,
  around(call, rest) {
    const { ledger: keeper } = call.run.runtime;
    if (keeper === undefined) return rest.take();
    if (isForBackground(call)) return queueCall(call, keeper);
    if (!needsRow(call)) return rest.take();
    const perform = () => rest.take();
    return throughLedger(call, keeper, perform, () => reconcile(call, perform));
  },
};

/** Returns whether the ledger has a row for this call. */
function needsRow({ state: { planned }, stored, origin }: Call): boolean {
  if (planned.hasRow || stored.row?.lease !== undefined) return true;
  // After a crash, the outer tool runs again, and calls that ended must not.
  const isReplayed = origin.parent?.state.planned.tool.settings.effect?.replays === true;
  return isReplayed && planned.tool.definition.hints?.readOnly !== true;
}
