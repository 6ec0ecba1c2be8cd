import { afterEach, expect, it, jest } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '../../src/index.js';

afterEach(() => {
  jest.restoreAllMocks();
});

it('calls tools where a timer is a number, as in workerd', async () => {
  const start = globalThis.setTimeout;
  const stop = globalThis.clearTimeout;
  const timers = new Map<number, NodeJS.Timeout>();
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    const timer = start(run, ms);
    timer.unref();
    timers.set(timers.size + 1, timer);
    return timers.size;
  }) as never);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation(((id: number) => {
    stop(timers.get(id));
  }) as never);
  const parameters = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;
  const slow = defineTool({
    name: 'slow',
    description: 'Waits.',
    parameters,
    execute: async () => {
      await new Promise((resolve) => start(resolve, 1));
      return 'done';
    },
  });
  const run = createRuntime({ toolsets: toolset('slow', [slow]) }).startRun();
  const outcomes = await run.callAll([
    { id: '1', name: 'slow', arguments: '{"a":"x"}' },
    { id: '2', name: 'slow', arguments: '{}' },
    { id: '3', name: 'slow', arguments: "{'a':'x',}" },
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['success', 'retry', 'success']);
  expect(timers.size).toBeGreaterThan(0);
});
