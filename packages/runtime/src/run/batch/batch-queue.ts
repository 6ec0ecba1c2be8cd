import type { ToolOutcome } from '@haft/core';
import { readmit } from '../../call/steps/02-admit.js';
import { beginCall } from '../../call/make-call.js';
import { holdCall } from '../../call/hold-call.js';
import type { Call, Caller } from '../../call/call.js';
import { finishCall } from '../../call/finish-call.js';
import { finishRefused, noteRefused } from '../../call/outcome/refuse-call.js';

/**
 * Starts the calls of a batch in order, at most `limit` at a time. A `@Sequential` tool waits for
 * the calls before it and holds the calls after it. Waiting counts as time of the call. If a method
 * returns without waiting, its result is encoded before the next call starts, which may change the
 * same object.
 *
 * The queue creates no promises of its own, and one loop starts all waiting calls. A promise or two
 * for each call cost as much as the call.
 */
export class BatchQueue {
  /** A started call becomes undefined here, so that a long batch does not keep it in memory. */
  private readonly waiting: (Turn | undefined)[] = [];
  /** The first waiting call that has not started. */
  private next = 0;
  private inside = 0;
  /** Whether a sequential call is inside. */
  private inSequence = false;
  private isDriven = false;
  private wake: (() => void) | undefined = undefined;

  constructor(private readonly limit: number) {}

  perform(call: Call): Promise<ToolOutcome> {
    return new Promise((answer, reject) => {
      this.add(call, { answer, reject });
    });
  }

  /** Starts the call, now or in its turn. */
  add(call: Call, caller: Caller): void {
    const turn = new Turn(this, call, caller);
    call.caller = turn;
    const { haltReason, stopped } = call.run.lifetime;
    if ((haltReason !== undefined || stopped !== undefined) && isRefused(call, finishRefused)) return;
    if (!this.isDriven && this.inside === 0 && this.mayEnter(turn)) {
      this.enter(turn);
      beginCall(call);
    } else {
      turn.begin = holdCall(call);
      this.waiting.push(turn);
      if (!this.isDriven) void this.drive();
    }
  }

  /** Frees the slot of an answered call. */
  leave(turn: Turn): void {
    // A deadline or a cancellation may answer a call that still waits.
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
    this.inside++;
    this.inSequence = turn.isSequential;
  }

  /**
   * Starts waiting calls after others are answered. They start here, in the asynchronous context of
   * the batch. The code that answers the other call may run in another context, such as that of a
   * timer.
   */
  private async drive(): Promise<void> {
    this.isDriven = true;
    // Whether the next call waits for a slot.
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

  /**
   * Starts waiting calls up to the first one that is still in progress after its start. Returns
   * true if the next call has no slot.
   */
  private beginWaiting(): boolean {
    for (; this.next < this.waiting.length; this.next++) {
      const turn = this.waiting[this.next] as Turn;
      const { call } = turn;
      // If the time of the call before is over, the time of this one often is, too.
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

/** Answers a call without starting it if the run was stopped. Returns whether it did. */
function isRefused(call: Call, finish: (call: Call, refused: ToolOutcome) => void): boolean {
  const refused = readmit(call);
  if (refused !== undefined) finish(call, refused);
  return refused !== undefined;
}

/** Answers a call that a trace shows as begun, since it began to wait. */
function finishHeld(call: Call, refused: ToolOutcome): void {
  noteRefused(call, refused);
  finishCall(call, refused);
}

/** The slot of one call in the queue. It is the caller of its call. */
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

  answer(outcome: ToolOutcome): void {
    this.queue.leave(this);
    this.caller.answer(outcome);
  }

  reject(error: unknown): void {
    this.queue.leave(this);
    this.caller.reject(error);
  }
}

/** Resolves after the result of a method that returned without waiting is encoded. */
const NEXT = Promise.resolve();
