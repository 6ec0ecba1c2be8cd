import type { ToolOutcome } from '@haft/core';
import type { Call } from '../../call/call.js';
import type { RunPort } from '../../call/run-port.js';
import type { BatchQueue } from '../batch/batch-queue.js';
import type { DecidedCall } from './decided-calls.js';

/** A call with a decision, before it continues. */
export interface ContinuedCall {
  readonly decided: DecidedCall;
  /** Undefined if this runtime does not have the tool. */
  readonly call: Call | undefined;
  /**
   * Whether the call is for a process with the tool: this runtime lacks it, or has another version
   * that rejects the arguments. Set by {@link check}, for a call of a ledger.
   */
  readonly isForOthers: boolean;
  readonly run: RunPort;
  /** @throws {HaftError} `HAFT_INVALID_DECISION`, `HAFT_UNKNOWN_TOOL` */
  check(): Promise<void>;
  /** @param signal - signal of the host. After it aborts, nothing is executed. */
  perform(queue: BatchQueue, signal?: AbortSignal): Promise<ToolOutcome>;
}
