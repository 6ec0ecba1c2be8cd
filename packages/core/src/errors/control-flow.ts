import { recogniseCopies } from '../recognise-copies.js';

/** Thrown by a tool or a validator, before any effect: a person must approve this call first. */
export class ApprovalRequired extends Error {
  override readonly name = 'ApprovalRequired';
  constructor(readonly metadata: Readonly<Record<string, unknown>> = {}) {
    super('The tool call needs an approval.');
  }
}

/** Thrown by a tool or a validator, before any effect: another system will supply the result. */
export class CallDeferred extends Error {
  override readonly name = 'CallDeferred';
  constructor(readonly metadata: Readonly<Record<string, unknown>> = {}) {
    super('The tool call is executed elsewhere.');
  }
}

/** Thrown by a tool: the run must go no further. `message` reaches the model as the reason. */
export class StopRun extends Error {
  override readonly name = 'StopRun';
}

recogniseCopies(ApprovalRequired, 'ApprovalRequired');
recogniseCopies(CallDeferred, 'CallDeferred');
recogniseCopies(StopRun, 'StopRun');
