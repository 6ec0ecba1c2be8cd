import { jest } from '@jest/globals';
import { CallLimit, Timeout, Tool, Toolset } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { Durations } from '../../src/events/durations.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Clock {
  @Tool()
  @Timeout(100)
  @CallLimit({ perRun: 3 })
  async wait(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
const clock = reflect(Clock, { wait: { parameters: { ms: { type: 'number' } } } });

test('summarizes any number of durations within a tenth, in a fixed number of counters [OBS-3]', () => {
  const durations = new Durations();
  expect(durations.summary()).toEqual({ count: 0, totalMs: 0, meanMs: 0, maxMs: 0, p50Ms: 0, p95Ms: 0 });
  for (let ms = 1; ms <= 1000; ms++) durations.add(ms);
  const { p50Ms, p95Ms, ...exact } = durations.summary();
  expect(exact).toEqual({ count: 1000, totalMs: 500_500, meanMs: 500.5, maxMs: 1000 });
  expect(Math.abs(p50Ms / 500 - 1)).toBeLessThan(0.1);
  expect(Math.abs(p95Ms / 950 - 1)).toBeLessThan(0.1);
  durations.add(0);
  durations.add(1e12);
  expect(durations.summary()).toMatchObject({ count: 1002, maxMs: 1e12 });
});

test.each(['call', 'callAll'] as const)('measures answered calls by %s, not refused ones [OBS-3]', async (how) => {
  jest.useFakeTimers();
  try {
    const runtime = createRuntime({
      toolsets: [clock, new Clock()],
      observe: { measureDurations: true },
      limits: { concurrency: { batch: 4 } },
    });
    await runtime.load();
    const run = runtime.startRun();
    const requests = [10, 30, 500, 1].map((ms) => ({ name: 'wait', arguments: { ms } }));
    const made = how === 'callAll' ? run.callAll(requests) : Promise.all(requests.map((request) => run.call(request)));
    await jest.advanceTimersByTimeAsync(1000);
    await made;
    expect(runtime.statistics('wait')).toMatchObject({
      calls: 4,
      refused: 1,
      durations: { count: 3, totalMs: 140, maxMs: 100 },
    });
  } finally {
    jest.useRealTimers();
  }
});

test('reads no clock for a call unless it is asked to [OBS-3]', async () => {
  const runtime = createRuntime({ toolsets: [clock, new Clock()] });
  const now = jest.spyOn(performance, 'now');
  await runtime.startRun().call('wait', { ms: 0 });
  expect(now).not.toHaveBeenCalled();
  now.mockRestore();
  expect(runtime.statistics('wait')).not.toHaveProperty('durations');
});
