import type { AcceptedArguments } from '../arguments/accepted-arguments.js';
import { Call } from '../call/call.js';
import { success } from '../call/outcome/outcomes.js';
import { warmUpBatch } from '../run/batch/call-batch.js';
import type { RunState } from '../run/state/run-state.js';
import type { ToolState } from '../call/tools/tool-state.js';

/**
 * One object of each kind that calls are made of, of a call that is never made. They live as long as the runtime: a full collection while
 * no call is in flight would throw the code away that V8 optimised for such objects, and to compile it again was a tenth of what the
 * next 4,000 calls took.
 */
export class WarmUp {
  private readonly call: Call;
  /** Of two kinds: code that knows the arguments of one tool only is thrown away with the last of them. */
  readonly accepted: readonly AcceptedArguments[] = [
    { args: {}, wire: {}, repairs: [] },
    { args: { a: 1 }, wire: { a: 1 }, repairs: [] },
  ];
  readonly outcome: object;
  private batch: object | undefined = undefined;

  /** @param run - of nobody */
  constructor(run: RunState, state: ToolState) {
    this.call = new Call(run, state, '', '');
    this.outcome = success(this.call, null, '');
  }

  /** The same for batches; called with each. */
  keepBatchWarm(): void {
    this.batch ??= warmUpBatch(this.call);
  }
}
