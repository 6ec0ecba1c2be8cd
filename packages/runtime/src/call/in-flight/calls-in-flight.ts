import type { RunPort } from '../run-port.js';
import { beforeExit, notBeforeExit } from './before-exit.js';
import type { Call } from '../call.js';
import { timeoutOf } from '../timeout-of.js';

/**
 * The calls of a runtime that wait for their tool, so that a deadline or a cancellation can answer
 * them.
 *
 * One coarse timer keeps all deadlines: a `setTimeout` for every call costs more than the rest of
 * the call. It exists while calls are in flight. A deadline is kept to +250 ms, or to +500 ms while
 * the event loop is busy, and the delay of one timer. A deadline under 5 seconds has a separate
 * timer.
 *
 * Ticks are computed from the clock. Timers come late, so a count of timers would fall behind.
 */
export class CallsInFlight {
  /** Unordered: the last call replaces a call that leaves. */
  private readonly calls: Call[] = [];
  private tick = 0;
  /** The time of tick 0, by the monotonic clock. */
  private begin = 0;
  private timer: NodeJS.Timeout | undefined = undefined;
  private holdsProcess = false;

  /** @param onDeadline - called once for a call whose time is over. It must remove the call. */
  constructor(private readonly onDeadline: (call: Call) => void) {}

  add(call: Call, timeoutMs: number): void {
    call.slot = this.calls.length;
    call.run.counts.inFlight++;
    this.calls.push(call);
    if (timeoutMs < OWN_TIMER_BELOW_MS) {
      call.dueTick = Number.MAX_SAFE_INTEGER;
      const { dueAt = Date.now() + timeoutMs } = call.timing;
      call.timing = { ...call.timing, dueAt, timer: setTimeout(this.onDeadline, timeoutMs, call) };
      return;
    }
    // Negative until the next tick. The current tick is partly over, hence one more.
    call.dueTick = -Math.ceil(timeoutMs / TICK_MS) - 1;
    if (this.timer === undefined) this.startTimer();
  }

  remove(call: Call): void {
    const { slot, timing } = call;
    call.slot = -1;
    call.run.counts.inFlight--;
    if (timing.timer !== undefined) clearTimeout(timing.timer);
    const last = this.calls.pop() as Call;
    if (last !== call) {
      this.calls[slot] = last;
      last.slot = slot;
    }
    if (this.holdsProcess && this.calls.length === 0) this.letGo();
  }

  /** Returns the end of a call's time, in milliseconds since the epoch, rounded to 250 ms. */
  deadlineOf(call: Call): number {
    const { dueAt } = call.timing;
    if (dueAt !== undefined) return dueAt;
    // A call is not in the list before its tool returns.
    const { dueTick } = call;
    const ticks = dueTick < 0 ? -dueTick : dueTick - this.tick;
    const remaining = call.slot < 0 ? timeoutOf(call) : ticks * TICK_MS;
    const found = Date.now() + remaining;
    call.timing = { ...call.timing, dueAt: found };
    return found;
  }

  /** Answers a call whose time is over, before its timer does. */
  answerIfOver(call: Call): void {
    if (call.slot < 0) return;
    const { timer, dueAt = Infinity } = call.timing;
    if (timer === undefined ? isDue(call, this.tick) : Date.now() + 1 >= dueAt) this.onDeadline(call);
  }

  /** Returns a copy of the calls of one run or of all, since calls may leave while it is walked. */
  of(run?: RunPort): readonly Call[] {
    if (run === undefined) return [...this.calls];
    return run.counts.inFlight === 0 ? NO_CALLS : this.calls.filter((call) => call.run === run);
  }

  get size(): number {
    return this.calls.length;
  }

  /**
   * Starts the timer. By itself it does not keep the process alive, so that an idle process exits.
   * If nothing else does and calls wait for their tools, the timer keeps it alive: a hanging tool
   * then lasts up to its deadline. To change that at every call would cost as much as two of its
   * steps.
   */
  private startTimer(): void {
    this.begin = performance.now() - this.tick * TICK_MS;
    this.awaitTick();
    beforeExit(this.hold);
  }

  private awaitTick(): void {
    const next = this.begin + (this.tick + 1) * TICK_MS;
    // Node warns about a negative time, which is normal after a blocked event loop.
    this.timer = setTimeout(this.onTick, Math.max(1, next - performance.now()));
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
    // Calls since the last tick have no known start. It may be just now.
    const begin = elapsed > (last + 1) * TICK_MS + LATE_MS ? this.tick : last;
    this.awaitTick();
    // Backwards, since the last call, which is done already, replaces an answered call.
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

/** Lets the process end while the timer is active. In workerd a timer is a number. */
function unref(timer: { readonly unref?: () => unknown }): void {
  timer.unref?.();
}

const NO_CALLS: readonly Call[] = [];
const TICK_MS = 250;
/** A tick that is later than this shows that the event loop was busy, in milliseconds. */
const LATE_MS = 10;
const OWN_TIMER_BELOW_MS = 5000;
