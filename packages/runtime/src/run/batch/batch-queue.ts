import type { ToolOutcome } from '@haft/core';
import { readmit } from '../../call/steps/02-admit.js';
import { beginCall } from '../../call/make-call.js';
import { holdCall } from '../../call/hold-call.js';
import { IN_BATCH, WAITING_IN_BATCH, type Call, type Caller } from '../../call/call.js';
import { finishCall } from '../../call/finish-call.js';
import { finishRefused, noteRefused } from '../../call/outcome/refuse-call.js';

/**
 * Who of a batch may run when: at most so many side by side, in order; a `@Sequential` tool waits for those before it and holds those
 * after it. Waiting is part of a call's time. A call that returns at once has its result written before the next one begins, which may
 * change the same object.
 *
 * A call is answered without a promise of its own, and one loop begins those that wait: a promise or two for each call of a long batch
 * cost as much as the call.
 */
export class BatchQueue {
  /** Those that have begun are forgotten: a long batch is as large as what is kept of each call. */
  private readonly waiting: (Turn | undefined)[] = [];
  /** The first of the waiting calls that has not begun. */
  private next = 0;
  private inside = 0;
  /** A sequential call is inside. */
  private inSequence = false;
  private isDriven = false;
  private wake: (() => void) | undefined = undefined;

  constructor(private readonly limit: number) {}

  perform(call: Call): Promise<ToolOutcome> {
    return new Promise((answer, reject) => {
      this.add(call, { answer, reject });
    });
  }

  /** Begins the call, now or in its turn. */
  add(call: Call, caller: Caller): void {
    const turn = new Turn(this, call, caller);
    call.caller = turn;
    const { haltReason, stopped } = call.run;
    if ((haltReason !== undefined || stopped !== undefined) && isRefused(call, finishRefused)) return;
    if (!this.isDriven && this.inside === 0 && this.mayEnter(turn)) {
      this.enter(turn);
      beginCall(call);
    } else {
      turn.isWaiting = true;
      turn.begin = holdCall(call);
      this.waiting.push(turn);
      if (!this.isDriven) void this.drive();
    }
  }

  /** The call was answered. */
  leave(turn: Turn): void {
    // One whose time is over, or whose run was cancelled, is answered while it waits.
    if (!turn.isInside) return;
    turn.isInside = false;
    this.inside--;
    if (turn.isSequential) this.inSequence = false;
    this.wake?.();
  }

  private mayEnter({ isSequential }: Turn): boolean {
    return !this.inSequence && this.inside < (isSequential ? 1 : this.limit);
  }

  private enter(turn: Turn): void {
    turn.isInside = true;
    turn.isWaiting = false;
    this.inside++;
    this.inSequence = turn.isSequential;
  }

  /**
   * Begins the waiting calls when others are answered. They begin here and not where the other one is answered, so that they are in
   * the asynchronous context of the batch, whoever answered: a timer, say.
   */
  private async drive(): Promise<void> {
    this.isDriven = true;
    // A call is inside that may be answered in this turn.
    let isFull = false;
    while (this.next < this.waiting.length) {
      if (isFull) await this.someoneLeaves();
      else await NEXT;
      isFull = this.beginWaiting();
    }
    this.isDriven = false;
  }

  private someoneLeaves(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** Begins waiting calls up to the first that does not answer at once. True when there is no room for the next one. */
  private beginWaiting(): boolean {
    for (; this.next < this.waiting.length; this.next++) {
      const turn = this.waiting[this.next] as Turn;
      const { call } = turn;
      // The one before it may have been answered because its time was over, and then this one's often is too.
      call.run.runtime.inFlight.answerIfOver(call);
      const mayBegin = !call.answered && !isRefused(call, finishHeld);
      if (mayBegin && !this.mayEnter(turn)) return true;
      this.waiting[this.next] = undefined;
      if (!mayBegin) continue;
      this.enter(turn);
      turn.begin(call);
      if (!turn.isInside) continue;
      this.next++;
      return false;
    }
    return false;
  }
}

/** One of the calls before it may have stopped the run: then it is answered, and not made. */
function isRefused(call: Call, finish: (call: Call, refused: ToolOutcome) => void): boolean {
  const refused = readmit(call);
  if (refused !== undefined) finish(call, refused);
  return refused !== undefined;
}

/** Whoever traces calls saw this one begin, when it began to wait. */
function finishHeld(call: Call, refused: ToolOutcome): void {
  noteRefused(call, refused);
  finishCall(call, refused);
}

/** One call's place in the queue; to the call, who made it. */
export class Turn implements Caller {
  readonly isSequential: boolean;
  isInside = false;
  begin: (call: Call) => void = beginCall;

  constructor(
    private readonly queue: BatchQueue,
    readonly call: Call,
    private readonly caller: Caller,
  ) {
    this.isSequential = call.state.planned.tool.settings.sequential === true;
  }

  /** Told to the call, whose outcome may say so. Most calls of a batch share what they know of it. */
  set isWaiting(isWaiting: boolean) {
    const { call } = this;
    if (call.optional === IN_BATCH || call.optional === WAITING_IN_BATCH) {
      call.optional = isWaiting ? WAITING_IN_BATCH : IN_BATCH;
    } else if ((call.optional.isWaiting === true) !== isWaiting) call.setOptional({ isWaiting });
  }

  answer(outcome: ToolOutcome): void {
    this.queue.leave(this);
    this.caller.answer(outcome);
  }

  reject(error: unknown): void {
    this.queue.leave(this);
    this.caller.reject(error);
  }
}

/** Lets the call before write the result of a method that has returned. */
const NEXT = Promise.resolve();
