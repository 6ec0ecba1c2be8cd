import type { ToolCall, ToolOutcome } from '@haft/core';
import { admitCall, performCall } from '../call/call-tool.js';
import { Call } from '../call/call.js';
import { enterGate } from '../call/enter-gates.js';
import { settleBudget } from '../call/retry-budget.js';
import { Gate } from '../limits/gate.js';
import type { ToolRun } from './tool-run.js';

/**
 * Executes the calls of one model message. Limits are checked for the whole batch before anything runs; calls run side by side, but a
 * `@Sequential` tool waits for those before it and holds those after it; outcomes come in the order of the calls. A mistake of
 * the developer rejects, after the other calls have finished.
 */
export async function callBatch(run: ToolRun, requests: readonly ToolCall[]): Promise<readonly ToolOutcome[]> {
  const { unknownNames } = run;
  const admitted = requests.map((request) => admitCall(run, request, { unknownNames }));
  const queue = new BatchQueue(run.runtime.batchConcurrency);
  const answers = admitted.map((one) => (one instanceof Call ? queue.perform(one) : Promise.resolve(one)));
  const settled = await Promise.allSettled(answers);
  settleBudget(admitted.filter((one) => one instanceof Call));
  run.paused.add(settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/** Who may run when. Waiting is part of a call's time. */
export class BatchQueue {
  private readonly gate: Gate;
  /** The last sequential call, and those after it. */
  private started: Promise<ToolOutcome>[] = [];
  private barrier: Promise<unknown> | undefined;

  constructor(concurrency: number) {
    this.gate = new Gate(concurrency);
  }

  perform(call: Call): Promise<ToolOutcome> {
    const sequential = call.state.planned.tool.policy.sequential === true;
    const before = sequential && this.started.length > 0 ? Promise.allSettled(this.started) : this.barrier;
    const answer =
      before === undefined && this.gate.tryEnter() ? this.performNow(call) : this.performInTurn(call, before);
    if (sequential) {
      this.started = [answer];
      this.barrier = Promise.allSettled(this.started);
    } else {
      this.started.push(answer);
    }
    return answer;
  }

  private performNow(call: Call): Promise<ToolOutcome> {
    call.gates = [this.gate];
    return performCall(call);
  }

  private performInTurn(call: Call, before: Promise<unknown> | undefined): Promise<ToolOutcome> {
    const enter = (): Promise<void> => enterGate(call, this.gate);
    return performCall(call, () => (before === undefined ? enter() : before.then(enter)));
  }
}
