import type { ToolCall, ToolOutcome } from '@haft/core';
import { admitCall, type BatchStart } from '../../call/admit-call.js';
import { Call, type Caller } from '../../call/call.js';
import { lazyFor, loadLazyFor } from '../../call/load-lazy.js';
import { BatchBudget } from '../../call/budget/batch-budget.js';
import { BatchQueue } from './batch-queue.js';
import type { RunState } from '../state/run-state.js';

/**
 * Executes the calls of one model message. Checks the limits of all calls before it starts one.
 * Calls run in parallel, but a `@Sequential` tool waits for the calls before it and holds the calls
 * after it.
 *
 * @returns the outcomes in the order of the calls
 * @throws the first mistake of the developer, after the other calls have finished
 */
export async function callBatch(run: RunState, requests: readonly ToolCall[]): Promise<readonly ToolOutcome[]> {
  const answers = await completedBatch(run, requests);
  answers.budget.settle();
  if (answers.outcomes.some((one) => one?.status === 'deferred')) {
    run.paused.add(answers.outcomes.filter((one) => one !== undefined));
    await run.runtime.durable?.save(run);
  }
  answers.throwFirstFailure();
  return answers.outcomes as readonly ToolOutcome[];
}

/** Without a ledger, no call is ever the same as an earlier one. */
async function completedBatch(run: RunState, requests: readonly ToolCall[]): Promise<Answers> {
  const equalCalls = run.runtime.durable === undefined ? undefined : run.equalCalls;
  equalCalls?.beginBatch();
  try {
    const answers = await beginBatch(run, requests);
    await answers.complete();
    return answers;
  } finally {
    equalCalls?.endBatch();
  }
}

/** A separate function: code that waits for the batch must not keep the calls in memory. */
function beginBatch(run: RunState, requests: readonly ToolCall[]): Answers | Promise<Answers> {
  const waiting = run.runtime.durable === undefined ? run.knownPaused?.open : undefined;
  const start: BatchStart = { unknownNames: run.counts.unknownNames, refused: [], waiting };
  const calls: Call[] = [];
  const answers = new Answers();
  const places = run.runtime.durable === undefined ? undefined : new Map<string, number>();
  for (const [index, request] of requests.entries()) {
    const admitted = admitOr(answers, index, () => admitCall(run, request, start));
    if (admitted === undefined) continue;
    if (!(admitted instanceof Call)) {
      answers.outcomes[index] = admitted;
      continue;
    }
    admitted.caller = answers.expect(index, admitted);
    if (places !== undefined) {
      place(admitted, places);
      run.equalCalls.addToBatch(admitted);
    }
    calls.push(admitted);
  }
  for (const call of start.refused) answers.budget.note(call);
  const begin = (): Answers => {
    const queue = new BatchQueue(run.runtime.limits.concurrency.batch);
    for (const call of calls) queue.add(call, call.caller);
    return answers;
  };
  const loading = codeToLoad(calls);
  return loading.length === 0 ? begin() : Promise.allSettled(loading).then(begin);
}

/** Numbers the calls of one id, so that each has its place whichever runs first. */
function place(call: Call, places: Map<string, number>): void {
  const before = places.get(call.id) ?? 0;
  places.set(call.id, before + 1);
  if (before > 0) call.origin = { ...call.origin, place: before };
}

/**
 * Loads the missing code of the calls first. Otherwise calls that wait for a file start after later
 * ones: a model that edits a file and searches it in one message would read the old text. Calls
 * that only read need no order, and no code for invalid arguments. Each call reports a failed file
 * itself.
 */
function codeToLoad(calls: readonly Call[]): readonly Promise<unknown>[] {
  const checks = new Set(calls.map(({ state }) => state.planned.tool.check));
  const keepsOrder = calls.length > 1 && [...checks].some(({ readOnly }) => readOnly !== true);
  const loading = new Set<Promise<unknown>>();
  for (const check of checks) {
    if (keepsOrder && lazyFor(check) === undefined) loading.add(loadLazyFor(check));
    else if (check.emitted?.isComing === true) loading.add(check.emitted.load());
  }
  return [...loading];
}

/** Returns the result of `admit`. Records an error as the answer, and returns undefined. */
function admitOr<T>(answers: Answers, index: number, admit: () => T): T | undefined {
  try {
    return admit();
  } catch (error) {
    answers.failed(index, error);
    return undefined;
  }
}

/** The outcomes of a batch so far. */
class Answers {
  /** By position. Undefined if the call is not answered yet or was rejected. */
  readonly outcomes: (ToolOutcome | undefined)[] = [];
  /** Mistakes of the developer, by position. */
  private readonly failures = new Map<number, unknown>();
  readonly budget = new BatchBudget();
  private open = 0;
  private resolve = (): void => undefined;

  /** Reserves this position for the answer of the call. */
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

  /** Records the error of an item that is not a call, or of a rejected call. */
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

/** The position of a call in the answers. It is the caller of its call. */
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
