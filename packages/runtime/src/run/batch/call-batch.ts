import type { ToolCall, ToolOutcome } from '@haft/core';
import { admitCall, type BatchStart } from '../../call/admit-call.js';
import { Call, type Caller } from '../../call/call.js';
import { BatchBudget } from '../../call/budget/retry-budget.js';
import { BatchQueue, Turn } from './batch-queue.js';
import type { RunState } from '../state/run-state.js';

/**
 * Executes the calls of one model message. Limits are checked for the whole batch before anything runs; calls run side by side, but a
 * `@Sequential` tool waits for those before it and holds those after it; outcomes come in the order of the calls. A mistake of
 * the developer rejects, after the other calls have finished.
 */
export async function callBatch(run: RunState, requests: readonly ToolCall[]): Promise<readonly ToolOutcome[]> {
  const answers = await beginBatch(run, requests);
  await answers.complete();
  answers.budget.settle();
  run.paused.add(answers.outcomes.filter((one) => one !== undefined));
  answers.throwFirstFailure();
  return answers.outcomes as readonly ToolOutcome[];
}

/** A function of its own: what waits for the batch must not hold its calls, each of which is garbage when it is answered. */
function beginBatch(run: RunState, requests: readonly ToolCall[]): Answers | Promise<Answers> {
  const start: BatchStart = { unknownNames: run.unknownNames, refused: [] };
  const calls: Call[] = [];
  const answers = new Answers();
  for (const [index, request] of requests.entries()) {
    const admitted = admitOr(answers, index, () => admitCall(run, request, start));
    if (admitted === undefined) continue;
    if (!(admitted instanceof Call)) {
      answers.outcomes[index] = admitted;
      continue;
    }
    admitted.caller = answers.expect(index, admitted);
    calls.push(admitted);
  }
  for (const call of start.refused) answers.budget.note(call);
  const begin = (): Answers => {
    const queue = new BatchQueue(run.runtime.batchConcurrency);
    run.runtime.warmUp?.keepBatchWarm();
    for (const call of calls) queue.add(call, call.caller);
    return answers;
  };
  const loading = checksToLoad(calls);
  return loading.length === 0 ? begin() : Promise.allSettled(loading).then(begin);
}

/**
 * Returns the checks of the calls that are not loaded: calls that all wait for a file would begin all at once afterwards. Each call
 * tells a failure itself.
 */
function checksToLoad(calls: readonly Call[]): readonly Promise<unknown>[] {
  const loading = new Set<Promise<unknown>>();
  for (const { state } of calls) {
    const { emitted } = state.planned.tool.check;
    if (emitted?.isComing === true) loading.add(emitted.load());
  }
  return [...loading];
}

/** One object of each kind that a batch is made of, beside its calls: see `WarmUp`. */
export function warmUpBatch(call: Call): object {
  return new Turn(new BatchQueue(1), call, new Answers().expect(0, call));
}

/** What `admit` gives; undefined when it throws, which is an answer as well. */
function admitOr<T>(answers: Answers, index: number, admit: () => T): T | undefined {
  try {
    return admit();
  } catch (error) {
    answers.failed(index, error);
    return undefined;
  }
}

/** What came of the calls of a batch so far. */
class Answers {
  /** By position; a hole where a call was rejected, or is not answered yet. */
  readonly outcomes: (ToolOutcome | undefined)[] = [];
  /** Mistakes of the developer, by position. */
  private readonly failures = new Map<number, unknown>();
  readonly budget = new BatchBudget();
  private open = 0;
  private resolve = (): void => undefined;

  /** The call at this position will be answered. */
  expect(index: number, call: Call): Caller {
    this.open++;
    this.outcomes.push(undefined);
    return new Member(this, index, call);
  }

  answer(index: number, call: Call, outcome: ToolOutcome): void {
    this.outcomes[index] = outcome;
    this.close(call);
  }

  reject(index: number, call: Call, error: unknown): void {
    this.failed(index, error);
    this.close(call);
  }

  /** What stands at this position cannot be called. */
  failed(index: number, error: unknown): void {
    this.outcomes[index] = undefined;
    this.failures.set(index, error);
  }

  /** Resolves when the last call is answered. */
  complete(): Promise<void> {
    return new Promise((resolve) => {
      if (this.open === 0) resolve();
      else this.resolve = resolve;
    });
  }

  throwFirstFailure(): void {
    if (this.failures.size > 0) throw this.failures.get(Math.min(...this.failures.keys()));
  }

  private close(call: Call): void {
    this.budget.note(call);
    this.open--;
    if (this.open === 0) this.resolve();
  }
}

/** A call's place in the answers. */
class Member implements Caller {
  constructor(
    private readonly answers: Answers,
    private readonly index: number,
    private readonly call: Call,
  ) {}

  answer(outcome: ToolOutcome): void {
    this.answers.answer(this.index, this.call, outcome);
  }

  reject(error: unknown): void {
    this.answers.reject(this.index, this.call, error);
  }
}
