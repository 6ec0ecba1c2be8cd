import type { DeferredOutcome } from '../tool-outcome.js';
import { recogniseCopies } from '../recognise-copies.js';

/** An error that a tool or validator throws before any effect: a person must approve the call. */
export class ApprovalRequired extends Error {
  /** Always `ApprovalRequired`. */
  override readonly name = 'ApprovalRequired';
  constructor(
    /** Facts for the decision, as JSON. Default: none. */
    readonly metadata: Readonly<Record<string, unknown>> = {},
  ) {
    super('The tool call needs an approval.');
  }
}

/**
 * An error that a tool or validator throws before any effect: another system supplies the result.
 */
export class CallDeferred extends Error {
  /** Always `CallDeferred`. */
  override readonly name = 'CallDeferred';
  constructor(
    /** Facts for the decision, as JSON. Default: none. */
    readonly metadata: Readonly<Record<string, unknown>> = {},
  ) {
    super('The tool call is executed elsewhere.');
  }
}

/** The state of a suspended call. */
export interface Suspension {
  /**
   * Everything that the tool needs to continue, as JSON of at most 1,000,000 characters. The tool
   * reads it as `run.calls.resumed.state`.
   */
  readonly state: unknown;
  /** The outcomes of the inner calls that wait for a decision. At least one. */
  readonly waits: readonly DeferredOutcome[];
}

/**
 * An error that a tool throws when its inner calls wait for decisions. The call of the tool is then
 * deferred with the requests of its inner calls. When some are decided, the runtime executes the
 * inner calls, and calls the tool again with the same arguments and `run.calls.resumed`.
 */
export class CallSuspended extends Error {
  /** Always `CallSuspended`. */
  override readonly name = 'CallSuspended';
  constructor(
    /** The state to continue from, and the inner calls that wait. */
    readonly suspension: Suspension,
  ) {
    super('The tool call waits for its inner calls.');
  }
}

/** An error that a tool throws to stop the run. The model reads `message` as the reason. */
export class StopRun extends Error {
  /** Always `StopRun`. */
  override readonly name = 'StopRun';
}

recogniseCopies(ApprovalRequired, 'ApprovalRequired');
recogniseCopies(CallDeferred, 'CallDeferred');
recogniseCopies(CallSuspended, 'CallSuspended');
recogniseCopies(StopRun, 'StopRun');
