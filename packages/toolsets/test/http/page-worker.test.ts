import { afterEach, describe, expect, it } from '@jest/globals';
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

afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.dispose())));

describe('PageWorker', () => {
  it('keeps its thread for the next job, and uses another one for jobs at the same time [TOOL-7]', async () => {
    const worker = working('parentPort.on("message", () => parentPort.postMessage(String(threadId)));');
    const first = await worker.run<'convert'>(job, signal);
    expect(await worker.run<'convert'>(job, signal)).toBe(first);
    const both = await Promise.all([worker.run<'convert'>(job, signal), worker.run<'convert'>(job, signal)]);
    expect(new Set(both).size).toBe(2);
  });

  it('ends a thread whose time is over, and the next job has a new one [TOOL-7]', async () => {
    const worker = working(
      'parentPort.on("message", ({ html }) => { while (html === "loop"); parentPort.postMessage("done"); });',
      2_000,
    );
    await expect(worker.run<'convert'>({ ...job, html: 'loop' }, signal)).rejects.toMatchObject({
      name: 'ToolFailed',
      message: 'The page cannot be read within 2 seconds.',
    });
    expect(await worker.run<'convert'>(job, signal)).toBe('done');
  });

  it('fails if the thread ends by an error or uses up its memory [TOOL-7]', async () => {
    const failing = working('parentPort.on("message", () => { throw new RangeError("secret"); });');
    const hungry = working(
      'parentPort.on("message", () => { const all = []; for (;;) all.push(new Array(1e6).fill({})); });',
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
