import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { Call } from '../call/call.js';
import type { SuspendedCall } from '../call/deferral/suspended-call.js';
import type { DurablePort, RunPort } from '../call/run-port.js';
import type { ContinuedCall } from './deferral/continued-call.js';
import type { Elsewhere } from './deferral/decided-calls.js';

/**
 * Durable calls, as a run sees them. The ledger that an application gives to `createRuntime` brings
 * the implementation.
 */
export interface RunDurablePort extends DurablePort {
  /** Writes a deferred call. Returns the outcome that the model gets. */
  keep(run: RunPort, call: Call, outcome: DeferredOutcome): Promise<ToolOutcome>;
  /** Adds what other processes did to the paused calls of a run. */
  refresh(run: RunPort): Promise<Elsewhere>;
  /** Writes a run with its paused calls. */
  save(run: RunPort): Promise<void>;
  /**
   * Continues a decided call, if its decision is the first.
   *
   * @param perform - continues it without the ledger
   */
  decide(one: ContinuedCall, perform: () => Promise<ToolOutcome>, options: RowOptions): Promise<RowOutcome>;
  /**
   * Calls the tool of a suspended call again, if no other process does.
   *
   * @param enter - calls it without the ledger
   */
  enter(call: Call, suspended: SuspendedCall, enter: () => Promise<ToolOutcome>): Promise<ToolOutcome>;
  /** Ends a call that waits, with an outcome. */
  cancel(run: RunPort, key: string, outcome: ToolOutcome): Promise<void>;
}

/** How a decided call continues. */
export interface RowOptions {
  /** Whether the call is executed now. Otherwise it stays `approved`. Default: true. */
  readonly execute?: boolean | undefined;
  /** Set if the decision is in the ledger, so that the call only continues. */
  readonly isDecided?: boolean | undefined;
}

/** The outcome of a decided call, and whether another decision was first. */
export interface RowOutcome {
  readonly outcome: ToolOutcome;
  readonly isLate?: true;
}
