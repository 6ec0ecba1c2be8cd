import { type DeferredOutcome, type OptionNames, refuseUnknownOptions, type ToolOutcome } from '@haft/core';
import type {
  CallFeature,
  CallLedger,
  PendingCalls,
  PlainCall,
  Recovered,
  RecoverOptions,
  RunOptions,
  SuspendedCall,
  Tasks,
} from '@haft/runtime';
import {
  type Call,
  callOfRun,
  type ContinuedCall,
  type DurableFeature,
  type DurableHost,
  type Elsewhere,
  reconcile,
  type RowOptions,
  type RowOutcome,
  type RunState,
  type RuntimeDurablePort,
  type ToolEntry,
} from '@haft/runtime/internal';
import { BackgroundCalls } from './background/background-calls.js';
import { isForBackground } from './background/is-for-background.js';
import { RuntimeTasks } from './background/runtime-tasks.js';
import { queueCall } from './background/queue-call.js';
import { LedgerKeeper } from './keeper/ledger-keeper.js';
import { LedgerPending } from './pending/ledger-pending.js';
import { askedBefore } from './row/asked-before.js';
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

/** The calls of a runtime that its ledger keeps. */
class LedgerCalls implements RuntimeDurablePort {
  private readonly keeper: LedgerKeeper;
  private readonly background: BackgroundCalls;
  readonly pending: PendingCalls;
  readonly tasks: Tasks;

  constructor(
    ledger: CallLedger,
    private readonly host: DurableHost,
  ) {
    const { runtime, continueRun, runOf, leaseMs } = host;
    const { limits, people, observe } = runtime;
    this.keeper = new LedgerKeeper(ledger, leaseMs, observe.logger);
    this.background = new BackgroundCalls({
      keeper: this.keeper,
      continueRun,
      secret: people.pendingSecret,
      limit: limits.concurrency.background,
      logger: observe.logger,
    });
    this.keeper.background = this.background;
    this.pending = new LedgerPending(runtime, this.keeper, continueRun);
    const { keeper, background, pending } = this;
    this.tasks = new RuntimeTasks({ keeper, background, pending, runOf, secret: people.pendingSecret });
  }

  execute(call: Call, perform: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    if (isForBackground(call)) return queueCall(call, this.keeper);
    return needsRow(call) ? throughLedger(call, this.keeper, perform, () => reconcile(call, perform)) : perform();
  }

  askedBefore(call: Call, outcome: DeferredOutcome): Promise<ToolOutcome | undefined> {
    return askedBefore(call, this.keeper, outcome);
  }

  settleIn(call: Call, client: unknown, value: unknown): Promise<void> {
    return settleIn(call, this.keeper, client, value);
  }

  keepValue(call: Call, json: string): Promise<boolean> {
    return keepValue(call, this.keeper, json);
  }

  keep(run: RunState, call: Call, outcome: DeferredOutcome): Promise<ToolOutcome> {
    return keepCall(run, this.keeper, call, outcome);
  }

  refresh(run: RunState): Promise<Elsewhere> {
    return refreshRun(run, this.keeper);
  }

  save(run: RunState): Promise<void> {
    return saveRun(run, this.keeper);
  }

  decide(one: ContinuedCall, perform: () => Promise<ToolOutcome>, options: RowOptions): Promise<RowOutcome> {
    return performDecided(one, this.keeper, perform, options);
  }

  enter(call: Call, suspended: SuspendedCall, enter: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
    return enterThroughRow(call, this.keeper, suspended, enter);
  }

  async cancel(run: RunState, key: string, outcome: ToolOutcome): Promise<void> {
    const { store, clock } = this.keeper;
    await store.cancel(callOfRun(run, key), { ...endOf(outcome), now: clock.now() });
  }

  async recover(options: RecoverOptions): Promise<Recovered> {
    refuseUnknownOptions('runtime.recover', options, RECOVER_OPTIONS);
    const { runtime, continueRun, leaseMs, hasExecutor } = this.host;
    const { people, limits, fixedTools } = runtime;
    return recoverCalls(this.keeper, continueRun, {
      ...options,
      idleMs: options.idleMs ?? leaseMs,
      requestExpiryMs: people.requestExpiryMs,
      leavesBackground: !this.background.isActive && !hasExecutor,
      secret: people.pendingSecret,
      lacksTool: (tool) => fixedTools !== undefined && fixedTools.findWaiting(tool) === undefined,
      concurrency: limits.concurrency.runtime,
    });
  }

  executeQueued(call: PlainCall, options: Pick<RunOptions, 'deps' | 'onEvent' | 'signal'>): Promise<ToolOutcome> {
    return this.background.executeQueued(call, options);
  }

  withTaskTools(entries: readonly ToolEntry[], hasTask: boolean): readonly ToolEntry[] {
    return withTaskTools(entries, this.background, hasTask);
  }

  dispose(): Promise<void> {
    return this.background.dispose();
  }
}

const RECOVER_OPTIONS: OptionNames<RecoverOptions> = {
  limit: true,
  calls: true,
  idleMs: true,
  maxAttempts: true,
  runOptions: true,
};

const feature: DurableFeature = {
  name: 'durable calls',
  create: (ledger, host) => new LedgerCalls(ledger, host),
};

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
