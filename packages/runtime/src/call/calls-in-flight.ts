import type { RunState } from '../run/run-state.js';
import { beforeExit, notBeforeExit } from './before-exit.js';
import type { Call } from './call.js';

/**
 * The calls of a runtime that wait for their tool, so that something can answer for a tool that never does.
 *
 * Deadlines are kept by one coarse timer for all calls: a `setTimeout` for every call costs more than the rest of the call together. It
 * exists while calls are in flight only. A deadline is kept to +0 to +250 ms; one under 5 seconds exactly, by a timer of its own.
 */
export class CallsInFlight {
  /** Unordered: a call that leaves is replaced by the last one. */
  private readonly calls: Call[] = [];
  private tick = 0;
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
      const { dueAt = Date.now() + timeoutMs } = call.rare;
      call.note({ dueAt, timer: setTimeout(this.onDeadline, timeoutMs, call) });
      return;
    }
    // The current tick is partly over, hence one more.
    call.dueTick = this.tick + Math.ceil(timeoutMs / TICK_MS) + 1;
    if (this.timer === undefined) this.startTimer();
  }

  remove(call: Call): void {
    const { slot, rare } = call;
    call.slot = -1;
    call.run.inFlight--;
    if (rare.timer !== undefined) clearTimeout(rare.timer);
    const last = this.calls.pop() as Call;
    if (last !== call) {
      this.calls[slot] = last;
      last.slot = slot;
    }
    if (this.holdsProcess && this.calls.length === 0) this.letGo();
  }

  /** The end of a call's time, in milliseconds since the epoch, to a quarter of a second. */
  deadlineOf(call: Call): number {
    const { dueAt } = call.rare;
    if (dueAt !== undefined) return dueAt;
    // A tool that has not returned yet is in no table.
    const remaining = call.slot < 0 ? call.state.planned.timeoutMs : (call.dueTick - this.tick) * TICK_MS;
    const found = Date.now() + remaining;
    call.note({ dueAt: found });
    return found;
  }

  /** Answers for a call whose time is over, although its timer has not come to it yet. */
  answerIfOver(call: Call): void {
    if (call.slot < 0) return;
    const { timer, dueAt = Infinity } = call.rare;
    if (timer === undefined ? call.dueTick <= this.tick : Date.now() + 1 >= dueAt) this.onDeadline(call);
  }

  /** Those of one run, or all. A copy: they may be removed while it is walked. */
  of(run?: RunState): readonly Call[] {
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
    this.timer = setInterval(this.onTick, TICK_MS);
    this.timer.unref();
    beforeExit(this.hold);
  }

  private readonly hold = (): void => {
    if (this.calls.length === 0) return;
    this.holdsProcess = true;
    this.timer?.ref();
  };

  private letGo(): void {
    this.holdsProcess = false;
    this.timer?.unref();
  }

  private readonly onTick = (): void => {
    this.tick++;
    if (this.calls.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      notBeforeExit(this.hold);
      return;
    }
    // Backwards, since a call that is answered is replaced by the last one, which was looked at already.
    for (let slot = this.calls.length - 1; slot >= 0; slot--) {
      const call = this.calls[slot];
      if (call !== undefined && call.dueTick <= this.tick) this.onDeadline(call);
    }
  };
}

const NO_CALLS: readonly Call[] = [];
const TICK_MS = 250;
const OWN_TIMER_BELOW_MS = 5000;
