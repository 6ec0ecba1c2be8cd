import type { RunPort } from '../run-port.js';
import { beforeExit, notBeforeExit } from './before-exit.js';
import type { Call } from '../call.js';

/**
 * The calls of a runtime that wait for their tool, so that something can answer for a tool that never does.
 *
 * Deadlines are kept by one coarse timer for all calls: a `setTimeout` for every call costs more than the rest of the call together. It
 * exists while calls are in flight only. A deadline is kept to +250 ms, or to +500 ms while the event loop is busy, and the delay of
 * one timer. A deadline under 5 seconds is kept exactly, by a separate timer.
 *
 * Ticks are counted by the clock. A timer comes later than it should, so that a count of timers falls behind.
 */
export class CallsInFlight {
  /** Unordered: a call that leaves is replaced by the last one. */
  private readonly calls: Call[] = [];
  private tick = 0;
  /** When tick 0 was, by the monotonic clock. */
  private begin = 0;
  private timer: NodeJS.Timeout | undefined = undefined;
  private holdsProcess = false;

  /** @param onDeadline - called once for a call whose time is over; must take it out */
  constructor(private readonly onDeadline: (call: Call) => void) {}

  add(call: Call, timeoutMs: number): void {
    call.slot = this.calls.length;
    call.run.inFlight++;
    this.calls.push(call);
    if (timeoutMs < OWN_TIMER_BELOW_MS) {
      call.dueTick = Number.MAX_SAFE_INTEGER;
      const { dueAt = Date.now() + timeoutMs } = call.optional;
      call.setOptional({ dueAt, timer: setTimeout(this.onDeadline, timeoutMs, call) });
      return;
    }
    // Negative until the next tick. The current tick is partly over, hence one more.
    call.dueTick = -Math.ceil(timeoutMs / TICK_MS) - 1;
    if (this.timer === undefined) this.startTimer();
  }

  remove(call: Call): void {
    const { slot, optional } = call;
    call.slot = -1;
    call.run.inFlight--;
    if (optional.timer !== undefined) clearTimeout(optional.timer);
    const last = this.calls.pop() as Call;
    if (last !== call) {
      this.calls[slot] = last;
      last.slot = slot;
    }
    if (this.holdsProcess && this.calls.length === 0) this.letGo();
  }

  /** The end of a call's time, in milliseconds since the epoch, to a quarter of a second. */
  deadlineOf(call: Call): number {
    const { dueAt } = call.optional;
    if (dueAt !== undefined) return dueAt;
    // A tool that has not returned yet is in no table.
    const { dueTick } = call;
    const ticks = dueTick < 0 ? -dueTick : dueTick - this.tick;
    const remaining = call.slot < 0 ? call.state.planned.timeoutMs : ticks * TICK_MS;
    const found = Date.now() + remaining;
    call.setOptional({ dueAt: found });
    return found;
  }

  /** Answers for a call whose time is over, although its timer has not come to it yet. */
  answerIfOver(call: Call): void {
    if (call.slot < 0) return;
    const { timer, dueAt = Infinity } = call.optional;
    if (timer === undefined ? isDue(call, this.tick) : Date.now() + 1 >= dueAt) this.onDeadline(call);
  }

  /** Those of one run, or all. A copy: they may be removed while it is walked. */
  of(run?: RunPort): readonly Call[] {
    if (run === undefined) return [...this.calls];
    return run.inFlight === 0 ? NO_CALLS : this.calls.filter((call) => call.run === run);
  }

  get size(): number {
    return this.calls.length;
  }

  /**
   * By itself the timer holds no process, so that an idle one exits at once. When nothing else does and calls wait for their tools, it
   * must: a hanging tool holds the process up to its deadline. To switch that at every call would cost as much as two steps of it.
   */
  private startTimer(): void {
    this.begin = performance.now() - this.tick * TICK_MS;
    this.awaitTick();
    beforeExit(this.hold);
  }

  private awaitTick(): void {
    const next = this.begin + (this.tick + 1) * TICK_MS;
    this.timer = setTimeout(this.onTick, next - performance.now());
    if (!this.holdsProcess) unref(this.timer);
  }

  private readonly hold = (): void => {
    if (this.calls.length === 0) return;
    this.holdsProcess = true;
    this.timer?.ref();
  };

  private letGo(): void {
    this.holdsProcess = false;
    if (this.timer !== undefined) unref(this.timer);
  }

  private readonly onTick = (): void => {
    if (this.calls.length === 0) {
      this.timer = undefined;
      notBeforeExit(this.hold);
      return;
    }
    const last = this.tick;
    const elapsed = performance.now() - this.begin;
    this.tick = Math.max(last + 1, Math.floor(elapsed / TICK_MS));
    // The time of calls that came since the last tick is unknown: it may be just now.
    const begin = elapsed > (last + 1) * TICK_MS + LATE_MS ? this.tick : last;
    this.awaitTick();
    // Backwards, since a call that is answered is replaced by the last one, which was looked at already.
    for (let slot = this.calls.length - 1; slot >= 0; slot--) {
      const call = this.calls[slot];
      if (call === undefined) continue;
      if (call.dueTick < 0) call.dueTick = begin - call.dueTick;
      if (isDue(call, this.tick)) this.onDeadline(call);
    }
  };
}

function isDue({ dueTick }: Call, tick: number): boolean {
  return dueTick >= 0 && dueTick <= tick;
}

/** Lets the process end in spite of the timer. In workerd a timer is a number. */
function unref(timer: { readonly unref?: () => unknown }): void {
  timer.unref?.();
}

const NO_CALLS: readonly Call[] = [];
const TICK_MS = 250;
/** A tick that comes later than that says that the event loop was busy. */
const LATE_MS = 10;
const OWN_TIMER_BELOW_MS = 5000;
