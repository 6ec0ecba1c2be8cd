import {
  HaftError,
  requireCount,
  type CallBatch,
  type InnerBatchOptions,
  type ToolCall,
  type ToolOutcome,
  refuseUnknownOptions,
  type OptionNames,
} from '@haft/core';
import type { BatchStart } from '../../call/admit-call.js';
import { BatchBudget } from '../../call/budget/batch-budget.js';
import { Call } from '../../call/call.js';
import { admitInner } from '../../call/inner/admit-inner.js';
import { performInner } from '../../call/inner/perform-inner.js';
import { unadmit } from '../../call/steps/02-admit.js';
import { BatchQueue } from '../batch/batch-queue.js';
import type { RunState } from '../state/run-state.js';
import { decidedInside } from './call-inside.js';

/** Calls inside a call in progress, whose limits were checked together. */
export class InnerBatch implements CallBatch {
  private readonly admitted: readonly (Call | ToolOutcome)[];
  private readonly started = new Set<number>();
  private readonly budget = new BatchBudget();
  private readonly queue: BatchQueue;
  private hasEnded = false;

  constructor(
    private readonly run: RunState,
    private readonly parent: Call,
    requests: readonly ToolCall[],
    private readonly options: InnerBatchOptions,
  ) {
    refuseUnknownOptions('RunContext.calls.callAll', options, OPTIONS);
    const { concurrency, budget, places } = options;
    this.queue = new BatchQueue(
      concurrency === undefined ? run.runtime.limits.concurrency.batch : requireCount('concurrency', concurrency, 1),
    );
    const start: BatchStart = { unknownNames: run.counts.unknownNames, refused: [] };
    this.admitted = requests.map((request, index) =>
      admitInner(parent, request, { budget, place: places?.[index] }, start),
    );
    for (const call of start.refused) this.budget.note(call);
  }

  async start(index: number, args?: unknown): Promise<ToolOutcome> {
    const call = this.admitted[index];
    if (call === undefined || this.started.has(index) || this.hasEnded) throw notStarted(index);
    this.started.add(index);
    if (!(call instanceof Call)) return call;
    if (args !== undefined) call.sent = args;
    const { run, parent, options } = this;
    const outcome = await performInner(parent, call, (one) => this.queue.perform(one), options.signal);
    this.budget.note(call);
    if (outcome.status === 'deferred') run.keeping.pause(outcome, parent);
    return decidedInside(run, parent, outcome);
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.budget.settle();
    for (const [index, call] of this.admitted.entries()) {
      if (call instanceof Call && !this.started.has(index)) unadmit(call);
    }
  }
}

function notStarted(index: number): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `The batch cannot start call ${index}.`, {
    hint: 'Start each call of the batch once, by its position, before you end the batch.',
  });
}

const OPTIONS: OptionNames<InnerBatchOptions> = { budget: true, signal: true, places: true, concurrency: true };
