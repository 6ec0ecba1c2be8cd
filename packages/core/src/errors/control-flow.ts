import { recogniseCopies } from '../recognise-copies.js';

/** An error that a tool or validator throws before any effect: a person must approve the call. */
export class ApprovalRequired extends Error {
  override readonly name = 'ApprovalRequired';
  constructor(readonly metadata: Readonly<Record<string, unknown>> = {}) {
    super('The tool call needs an approval.');
  }
}

/**
 * An error that a tool or validator throws before any effect: another system supplies the result.
 */
export class CallDeferred extends Error {
  override readonly name = 'CallDeferred';
  constructor(readonly metadata: Readonly<Record<string, unknown>> = {}) {
    super('The tool call is executed elsewhere.');
  }
}

/** An error that a tool throws to stop the run. The model reads `message` as the reason. */
export class StopRun extends Error {
  override readonly name = 'StopRun';
}

recogniseCopies(ApprovalRequired, 'ApprovalRequired');
recogniseCopies(CallDeferred, 'CallDeferred');
recogniseCopies(StopRun, 'StopRun');
