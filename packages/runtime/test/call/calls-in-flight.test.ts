import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Call } from '../../src/call/call.js';
import { CallsInFlight } from '../../src/call/in-flight/calls-in-flight.js';

/* Deadlines of 5 seconds and more, which share one timer. */

let ended: number[] = [];
let inFlight: CallsInFlight;
/** Time that passed while nothing could run. */
let blockedMs = 0;

beforeEach(() => {
  jest.useFakeTimers();
  blockedMs = 0;
  ended = [];
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + blockedMs);
  inFlight = new CallsInFlight((call) => {
    ended.push(performance.now());
    inFlight.remove(call);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Adds a call, and returns when it came. */
function add(timeoutMs: number): number {
  const call = {
    slot: -1,
    run: { counts: { inFlight: 0 } },
    state: { planned: { timeoutMs } },
    timing: {},
    dueTick: 0,
  };
  inFlight.add(call as unknown as Call, timeoutMs);
  return performance.now();
}

describe('a deadline of the shared timer', () => {
  it('is kept to 250 ms where timers come in time [TIME-1]', async () => {
    const start = add(60_000);
    await jest.advanceTimersByTimeAsync(61_000);
    const [end = 0] = ended;
    expect([end >= start + 60_000, end <= start + 60_250]).toEqual([true, true]);
  });

  it('is kept to 500 ms where the event loop is busy [TIME-1]', async () => {
    const start = add(60_000);
    // A timer of 250 ms comes 50 ms late.
    for (let i = 0; i < 600; i++) {
      await jest.advanceTimersByTimeAsync(125);
      blockedMs += 25;
    }
    const [end = 0] = ended;
    expect([end >= start + 60_000, end <= start + 60_500 + 50]).toEqual([true, true]);
  });

  it('counts the time in which the event loop was blocked [TIME-1]', async () => {
    const start = add(6_000);
    await jest.advanceTimersByTimeAsync(1_100);
    blockedMs += 5_000;
    await jest.advanceTimersByTimeAsync(500);
    const [end = 0] = ended;
    expect([end >= start + 6_000, end <= start + 6_500]).toEqual([true, true]);
  });

  it('is not early for a call that came after the event loop was blocked [TIME-1]', async () => {
    add(20_000);
    await jest.advanceTimersByTimeAsync(1_100);
    blockedMs += 5_000;
    const start = add(6_000);
    await jest.advanceTimersByTimeAsync(7_000);
    const [end = 0] = ended;
    expect([end >= start + 6_000, end <= start + 6_500]).toEqual([true, true]);
  });

  it('needs no timer after the last call', async () => {
    add(6_000);
    await jest.advanceTimersByTimeAsync(7_000);
    expect([ended.length, jest.getTimerCount()]).toEqual([1, 0]);
  });
});
