import type { CallBatch, RunContext, ToolOutcome } from '@haft/core';
import { fillReferences } from '../references/fill-references.js';
import { readStored } from '../references/read-stored.js';
import type { PlannedStep } from '../steps/plan.js';
import { innerCallId } from './inner-call-id.js';
import type { PlanProgress } from './plan-progress.js';
import { TimeLimit } from './time-limit.js';

/**
 * Executes the open steps of a plan. A step starts when the steps that it needs have succeeded.
 *
 * @param concurrency - how many steps run at the same time
 * @throws the first mistake of the developer, after the other steps have ended
 */
export async function executeSteps(progress: PlanProgress, run: RunContext<never>, concurrency: number): Promise<void> {
  const open = progress.open();
  if (open.length === 0) return;
  const time = new TimeLimit(run);
  const calls = open.map((step) => ({ id: innerCallId(run, step), name: step.tool, arguments: step.read.args }));
  const places = open.map(({ index, id }) => ({ step: index, id }));
  const batch = await run.calls.openBatch(calls, { budget: 'own', places, concurrency, signal: time.signal });
  try {
    await new Execution(progress, run, time, batch).start(progress.ready());
  } finally {
    batch.end();
    time.end();
  }
}

class Execution {
  private readonly positions: ReadonlyMap<PlannedStep, number>;

  constructor(
    private readonly progress: PlanProgress,
    private readonly run: RunContext<never>,
    private readonly time: TimeLimit,
    private readonly batch: CallBatch,
  ) {
    this.positions = new Map(progress.open().map((step, position) => [step, position]));
  }

  /** Executes steps, and then the steps that need them. */
  async start(ready: readonly PlannedStep[]): Promise<void> {
    const started = await Promise.allSettled(ready.map(async (step) => this.start(await this.perform(step))));
    const failure = started.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') throw failure.reason;
  }

  /** Executes a step. Returns the steps that can start now. */
  private async perform(step: PlannedStep): Promise<readonly PlannedStep[]> {
    const { progress } = this;
    const problem = this.stopText(NOT_STARTED) ?? (await this.fill(step));
    if (problem !== undefined) {
      progress.fail(step.index, problem);
      return [];
    }
    const outcome = await this.batch.start(this.positions.get(step) as number, step.read.args);
    return progress.settle(step.index, this.explained(outcome));
  }

  private async fill({ read, needs }: PlannedStep): Promise<string | undefined> {
    if (read.references.length === 0) return undefined;
    return fillReferences(read, await readStored(read, this.progress.resultsFor({ needs }), this.run));
  }

  /** Says why an interrupted step has no result. */
  private explained(outcome: ToolOutcome): ToolOutcome {
    if (outcome.status !== 'interrupted') return outcome;
    const text = this.stopText(outcome.notStarted === true ? NOT_STARTED : NOT_FINISHED);
    return text === undefined ? outcome : { ...outcome, text };
  }

  private stopText(timeIsOver: string): string | undefined {
    if (this.run.signal.aborted) return CANCELLED;
    return this.time.isOver ? timeIsOver : undefined;
  }
}

const CANCELLED = 'The call was cancelled.';
const NOT_STARTED = 'The time of the plan was over before this step started. You can run it in another plan.';
const NOT_FINISHED = 'The time of the plan was over before this step finished. It may have had effects.';
