import type { CallFeature, CallLedger } from '@haft/runtime';
import {
  type Call,
  callOfRun,
  type DurableFeature,
  type DurableHost,
  reconcile,
  rowOf,
  type RunState,
  type RuntimeDurablePort,
} from '@haft/runtime/internal';
import { isForBackground } from './background/is-for-background.js';
import { RuntimeTasks } from './background/runtime-tasks.js';
import { queueCall } from './background/queue-call.js';
import { LedgerKeeper } from './keeper/ledger-keeper.js';
import { LedgerPending } from './pending/ledger-pending.js';
import { askedBefore } from './row/asked-before.js';
import { cancelInner } from './row/cancel-inner.js';
import { keepValue } from './row/keep-value.js';
import { needsRow } from './row/needs-row.js';
import { endOf } from './row/outcome-of-row.js';
import { settleIn } from './row/settle-in.js';
import { throughLedger } from './row/through-ledger.js';
import { performDecided } from './runs/decided-row.js';
import { enterThroughRow } from './runs/enter-through-row.js';
import { keepCall } from './runs/keep-call.js';
import { recoverCalls } from './runs/recover-calls.js';
import { refreshRun } from './runs/refresh-run.js';
import { saveRun } from './runs/save-run.js';
import { withTaskTools } from './tasks/task-tools.js';

/** Returns the calls of a runtime that its ledger keeps. */
function ledgerCalls(ledger: CallLedger, host: DurableHost): RuntimeDurablePort {
  const keeper = new LedgerKeeper(ledger, host);
  const { background, store, clock } = keeper;
  const pending = new LedgerPending(keeper);
  return {
    pending,
    tasks: new RuntimeTasks(keeper, pending),
    execute: (call: Call, perform) => {
      if (isForBackground(call)) return queueCall(call, keeper);
      return needsRow(call) ? throughLedger(call, keeper, perform, () => reconcile(call, perform)) : perform();
    },
    cancelInner: (call: Call) => cancelInner(keeper, { ...callOfRun(call.run, rowOf(call).key), runId: call.run.id }),
    askedBefore: (call: Call, outcome) => askedBefore(call, keeper, outcome),
    settleIn: (call: Call, client, value) => settleIn(call, keeper, client, value),
    keepValue: (call: Call, json) => keepValue(call, keeper, json),
    keep: (run: RunState, call: Call, outcome) => keepCall(run, keeper, call, outcome),
    refresh: (run: RunState) => refreshRun(run, keeper),
    save: (run: RunState) => saveRun(run, keeper),
    decide: (one, perform, options) => performDecided(one, keeper, perform, options),
    enter: (call: Call, suspended, enter) => enterThroughRow(call, keeper, suspended, enter),
    cancel: async (run, key, outcome) => {
      const call = callOfRun(run, key);
      await store.cancel(call, { ...endOf(outcome), now: clock.now() });
      await cancelInner(keeper, { ...call, runId: run.id });
    },
    recover: (options) => recoverCalls(keeper, options),
    executeQueued: (call, options) => background.executeQueued(call, options),
    withTaskTools: (entries, hasTask) => withTaskTools(keeper, entries, hasTask),
    dispose: () => background.dispose(),
  };
}

const feature: DurableFeature = { name: 'durable calls', create: ledgerCalls };

/**
 * The code of durable calls: rows of calls, recovery, background calls, task tools. Ledgers have it
 * as `feature`.
 *
 * @example
 * class OwnLedger implements CallLedger {
 *   readonly feature = durableCalls;
 * }
 */
export const durableCalls: CallFeature = feature;
