import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PageWorker } from '../../src/http/worker/page-worker.js';

const program = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId } from 'node:worker_threads'; ${code}`)}`,
  );
const workers: PageWorker[] = [];
const working = (code: string, timeoutMs = 60_000): PageWorker => {
  const worker = new PageWorker(program(code), timeoutMs);
  workers.push(worker);
  return worker;
};
const job = { kind: 'convert', html: '<p>', format: 'text' } as const;
const { signal } = new AbortController();

afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(workers.splice(0).map((worker) => worker.dispose()));
});

describe('PageWorker', () => {
  it('keeps its thread for the next job, and uses another one for jobs at the same time [TOOL-7]', async () => {
    const worker = working('parentPort.on("message", () => parentPort.postMessage(String(threadId)));');
    const first = await worker.run<'convert'>(job, signal);
    expect(await worker.run<'convert'>(job, signal)).toBe(first);
    const both = await Promise.all([worker.run<'convert'>(job, signal), worker.run<'convert'>(job, signal)]);
    expect(new Set(both).size).toBe(2);
  });

  it('has four threads at most, and the other jobs wait for them [TOOL-7]', async () => {
    const [started, released] = [0, 1];
    const state = new Int32Array(new SharedArrayBuffer(8));
    const worker = working(
      `parentPort.on("message", ({ html: state }) => {
        const seen = Atomics.load(state, ${released});
        Atomics.add(state, ${started}, 1);
        Atomics.wait(state, ${released}, 0);
        parentPort.postMessage(seen);
      });`,
    );
    const shared = { ...job, html: state as unknown as string };
    const jobs = Array.from({ length: 6 }, () => worker.run<'convert'>(shared, signal));
    while (Atomics.load(state, started) < 4) await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(state, released, 1);
    Atomics.notify(state, released);
    expect(await Promise.all(jobs)).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('ends a job that waits for a thread when its call is cancelled [TOOL-7]', async () => {
    const worker = working('parentPort.on("message", () => { for (;;); });');
    const [endless, waiting] = [new AbortController(), new AbortController()];
    const running = [1, 2, 3, 4].map(() => worker.run<'convert'>(job, endless.signal));
    const late = worker.run<'convert'>(job, waiting.signal);
    waiting.abort(new Error('cancelled'));
    await expect(late).rejects.toThrow('cancelled');
    endless.abort(new Error('over'));
    for (const one of running) await expect(one).rejects.toThrow('over');
  });

  it('ends a thread whose time is over, and the next job has a new one [TOOL-7]', async () => {
    const worker = working(
      'parentPort.on("message", ({ html }) => { while (html === "loop"); parentPort.postMessage("done"); });',
      2_000,
    );
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const ended = expect(worker.run<'convert'>({ ...job, html: 'loop' }, signal)).rejects.toMatchObject({
      name: 'ToolFailed',
      message: 'The page cannot be read within 2 seconds.',
    });
    await jest.advanceTimersByTimeAsync(2_000);
    await ended;
    expect(await worker.run<'convert'>(job, signal)).toBe('done');
  });

  it('fails if the thread ends by an error or uses up its memory [TOOL-7]', async () => {
    const failing = working('parentPort.on("message", () => { throw new RangeError("secret"); });');
    const hungry = working(
      'parentPort.on("message", () => { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)); });',
    );
    for (const worker of [failing, hungry]) {
      await expect(worker.run<'convert'>(job, signal)).rejects.toMatchObject({ message: 'The page cannot be read.' });
    }
  });

  it('ends with the reason of the signal [TOOL-7]', async () => {
    const worker = working('parentPort.on("message", () => { for (;;); });');
    const controller = new AbortController();
    const running = worker.run<'convert'>(job, controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    await expect(worker.run<'convert'>(job, controller.signal)).rejects.toThrow('cancelled');
  });
});
