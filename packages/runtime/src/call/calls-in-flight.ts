import type { ToolRun } from '../run/tool-run.js';
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
  private timer: NodeJS.Timeout | undefined;

  /** @param onDeadline - called once for a call whose time is over; must take it out */
  constructor(private readonly onDeadline: (call: Call) => void) {}

  add(call: Call, timeoutMs: number): void {
    call.slot = this.calls.length;
    call.run.inFlight++;
    this.calls.push(call);
    if (timeoutMs < OWN_TIMER_BELOW_MS) {
      call.dueTick = Number.MAX_SAFE_INTEGER;
      call.dueAt ??= Date.now() + timeoutMs;
      call.timer = setTimeout(this.onDeadline, timeoutMs, call);
      return;
    }
    // The current tick is partly over, hence one more.
    call.dueTick = this.tick + Math.ceil(timeoutMs / TICK_MS) + 1;
    if (this.timer === undefined) this.timer = setInterval(this.onTick, TICK_MS);
    // An idle process may exit at once; a hanging tool can hold it no longer than its deadline.
    else if (this.calls.length === 1) this.timer.ref();
  }

  remove(call: Call): void {
    const { slot } = call;
    call.slot = -1;
    call.run.inFlight--;
    if (call.timer !== undefined) clearTimeout(call.timer);
    const last = this.calls.pop() as Call;
    if (last !== call) {
      this.calls[slot] = last;
      last.slot = slot;
    }
    if (this.calls.length === 0) this.timer?.unref();
  }

  /** The end of a call's time, in milliseconds since the epoch, to a quarter of a second. */
  deadlineOf(call: Call): number {
    // A tool that has not returned yet is in no table.
    const remaining = call.slot < 0 ? call.state.planned.timeoutMs : (call.dueTick - this.tick) * TICK_MS;
    return (call.dueAt ??= Date.now() + remaining);
  }

  /** Answers for a call whose time is over, although its timer has not come to it yet. */
  answerIfOver(call: Call): void {
    if (call.slot < 0) return;
    if (call.timer === undefined ? call.dueTick <= this.tick : Date.now() + 1 >= (call.dueAt as number))
      this.onDeadline(call);
  }

  /** Those of one run, or all. A copy: they may be removed while it is walked. */
  of(run?: ToolRun): readonly Call[] {
    if (run === undefined) return [...this.calls];
    return run.inFlight === 0 ? NO_CALLS : this.calls.filter((call) => call.run === run);
  }

  get size(): number {
    return this.calls.length;
  }

  private readonly onTick = (): void => {
    this.tick++;
    if (this.calls.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
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
