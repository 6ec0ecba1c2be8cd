import type { AcceptedArguments } from '../arguments/accepted-arguments.js';
import { Call } from '../call/call.js';
import { success } from '../call/outcome/outcomes.js';
import type { RunState } from '../run/state/run-state.js';
import type { ToolState } from '../call/tools/tool-state.js';

/**
 * One object of each kind that a call creates, for a call that is never made. They live as long as
 * the runtime. Otherwise a full collection between calls discards the code that V8 optimized for
 * such objects. Compiling it again took a tenth of the time of the next 4,000 calls.
 */
export class WarmUp {
  private readonly call: Call;
  /** Two shapes: V8 discards code for a single shape when its last object is gone. */
  readonly accepted: readonly AcceptedArguments[] = [
    { args: {}, wire: {}, repairs: [] },
    { args: { a: 1 }, wire: { a: 1 }, repairs: [] },
  ];
  readonly outcome: object;
  private batch: object | undefined = undefined;

  /** @param run - a run without calls */
  constructor(run: RunState, state: ToolState) {
    this.call = new Call(run, state, '', '');
    this.outcome = success(this.call, null, '');
  }

  /**
   * Keeps the objects of a batch alive too. Each batch calls it.
   *
   * @param create - creates them for a call
   */
  keepBatchWarm(create: (call: Call) => object): void {
    this.batch ??= create(this.call);
  }
}
