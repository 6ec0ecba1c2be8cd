import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Inject, Tool, Toolset } from '@haft/core';
import { createRuntime, type Provider, type RunEvent } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Desk {
  @Tool()
  use(@Inject('drawer') drawer: object): string {
    return typeof drawer;
  }
}
const desk = reflect(Desk, { use: { parameters: { 'host:drawer': {} }, host: [{ index: 0, name: 'drawer' }] } });

const warning = jest.spyOn(process, 'emitWarning');
beforeEach(() => {
  warning.mockReset().mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
});

function start(dispose: () => unknown, lifetime: 'run' | 'singleton' = 'run') {
  const told: [string, RunEvent][] = [];
  const useFactory = (): AsyncDisposable => ({ [Symbol.asyncDispose]: async () => void (await dispose()) });
  const drawer: Provider = { provide: 'drawer', useFactory, lifetime };
  const runtime = createRuntime({
    toolsets: desk,
    provide: [drawer],
    observe: { logger: quietLogger(), onEvent: (event) => told.push(['runtime', event]) },
  });
  return { runtime, run: runtime.startRun({ id: 'r1', onEvent: (event) => told.push(['run', event]) }), told };
}

it('a failed disposal at the end of a run is an event of the run, and a warning of the process [NEW-19]', async () => {
  const cause = new Error('stuck');
  const { run, told } = start(() => Promise.reject(cause));
  await run.call({ name: 'use' });
  await run.end();
  const error = expect.objectContaining({ code: 'HAFT_DISPOSAL_FAILED', cause });
  const event = { type: 'disposal', at: expect.any(Number), runId: 'r1', callId: '', tool: '', error };
  expect(told).toEqual([
    ['runtime', event],
    ['run', event],
  ]);
  expect(warning).toHaveBeenCalledTimes(1);
});

it('a failed disposal of a shared object is an event of the runtime', async () => {
  const { runtime, run, told } = start(() => Promise.reject(new Error('stuck')), 'singleton');
  await run.call({ name: 'use' });
  await run.end();
  expect(told).toEqual([]);
  await runtime.dispose();
  expect(told).toMatchObject([['runtime', { type: 'disposal', runId: '' }]]);
});

it('each thing has 5 seconds to end [NEW-19]', async () => {
  const { run, told } = start(() => new Promise(() => undefined));
  await run.call({ name: 'use' });
  jest.useFakeTimers();
  const ended = run.end();
  await jest.advanceTimersByTimeAsync(4_999);
  expect(told).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  await ended;
  expect(told[0]?.[1]).toMatchObject({
    type: 'disposal',
    error: { message: "'drawer' could not be disposed: it did not finish within 5000 ms." },
  });
});
