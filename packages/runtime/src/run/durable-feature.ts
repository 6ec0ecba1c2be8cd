import { HaftError, type ToolOutcome } from '@haft/core';
import type { PlainCall } from '../ledger/call-executor.js';
import type { CallFeature, CallLedger } from '../ledger/call-ledger.js';
import type { ToolEntry } from '@haft/compose/internal';
import type { PendingRun } from './deferral/pending-run.js';
import type { RunDurablePort } from './durable-port.js';
import type { PendingCalls } from './pending/pending-calls.js';
import type { ResumableRun } from './pending/resumable-run.js';
import type { Recovered, RecoverOptions } from './recover-options.js';
import type { RunOptions } from './run-options.js';
import type { RunRuntime } from './runtime-port.js';
import type { TaskOwner, Tasks } from './tasks.js';

/** The runtime whose calls are durable. */
export interface DurableHost {
  readonly runtime: RunRuntime;
  /** Starts a run that continues a pending run. */
  readonly continueRun: (pending: PendingRun, options: RunOptions) => ResumableRun;
  /** Returns the run of an owner of tasks, and whether it is the caller's. */
  readonly runOf: (owner: TaskOwner) => { readonly run: ResumableRun; readonly isKept: boolean };
  /** How long the ledger holds a running call for this process, in milliseconds. */
  readonly leaseMs: number;
  /** Whether an executor may take background calls. */
  readonly hasExecutor: boolean;
}

/** Durable calls, as a runtime sees them. */
export interface RuntimeDurablePort extends RunDurablePort {
  /** The calls that wait for decisions. */
  readonly pending: PendingCalls;
  /** The background calls, for hosts. */
  readonly tasks: Tasks;
  /** Continues calls that no process works on. */
  recover(options: RecoverOptions): Promise<Recovered>;
  /** Executes a call that another process queued. */
  executeQueued(call: PlainCall, options: Pick<RunOptions, 'deps' | 'onEvent' | 'signal'>): Promise<ToolOutcome>;
  /** Adds the tools that ask about background calls, if a tool of the step has such calls. */
  withTaskTools(entries: readonly ToolEntry[], hasTask: boolean): readonly ToolEntry[];
  /** Stops the calls that this process executes in the background. */
  dispose(): Promise<void>;
}

/** The code of durable calls, as a runtime uses it. */
export interface DurableFeature extends CallFeature {
  create(ledger: CallLedger, host: DurableHost): RuntimeDurablePort;
}

/**
 * Returns the durable calls of a runtime.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the ledger brings no code
 */
export function durableCallsOf(ledger: CallLedger, host: DurableHost): RuntimeDurablePort {
  const { feature } = ledger as { readonly feature?: CallFeature };
  if (!isDurableFeature(feature)) throw noFeature();
  return feature.create(ledger, host);
}

function isDurableFeature(feature: CallFeature | undefined): feature is DurableFeature {
  return typeof (feature as Partial<DurableFeature> | undefined)?.create === 'function';
}

function noFeature(): HaftError {
  return new HaftError(
    'HAFT_INVALID_OPTION',
    'createRuntime({ durability: { ledger } }) was given a ledger without `feature`.',
    {
      hint: "Add to its class: readonly feature = durableCalls; with import { durableCalls } from '@haft/durable'. The ledgers of @haft/durable have it.",
    },
  );
}
