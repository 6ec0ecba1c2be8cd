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

/** An error that a tool throws to stop the run. The model reads `message` as the reason. */
export class StopRun extends Error {
  /** Always `StopRun`. */
  override readonly name = 'StopRun';
}

recogniseCopies(ApprovalRequired, 'ApprovalRequired');
recogniseCopies(CallDeferred, 'CallDeferred');
recogniseCopies(StopRun, 'StopRun');
