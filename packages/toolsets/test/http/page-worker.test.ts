import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PageWorker } from '../../src/http/worker/page-worker.js';
import { jobPrograms } from '../support/job-program.js';

const program = jobPrograms();
const workers: PageWorker[] = [];
const working = (work: string, timeoutMs = 60_000): PageWorker => {
  const worker = new PageWorker(program(work), timeoutMs);
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
  it('keeps its process for the next job, and uses another one for jobs at the same time [TOOL-7]', async () => {
    const worker = working('() => String(process.pid)');
    const first = await worker.run<'convert'>(job, signal);
    expect(await worker.run<'convert'>(job, signal)).toBe(first);
    const both = await Promise.all([worker.run<'convert'>(job, signal), worker.run<'convert'>(job, signal)]);
    expect(new Set(both).size).toBe(2);
  });

  it('has four processes at most, and the other jobs wait for them [TOOL-7]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'haft-pages-'));
    const released = join(folder, 'released');
    const worker = working(
      `async ({ html: folder }) => {
        const isReleased = () => fs.existsSync(folder + '/released');
        const seen = isReleased();
        fs.writeFileSync(folder + '/' + process.pid, '');
        while (!isReleased()) await new Promise((resolve) => setTimeout(resolve, 5));
        return seen;
      }`,
    );
    const jobs = Array.from({ length: 6 }, () => worker.run<'convert'>({ ...job, html: folder }, signal));
    while (readdirSync(folder).length < 4) await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(released, '');
    expect(await Promise.all(jobs)).toEqual([false, false, false, false, true, true]);
    rmSync(folder, { recursive: true });
  });

  it('ends a job that waits for a process when its call is cancelled [TOOL-7]', async () => {
    const worker = working('() => { for (;;); }');
    const [endless, waiting] = [new AbortController(), new AbortController()];
    const running = [1, 2, 3, 4].map(() => worker.run<'convert'>(job, endless.signal));
    const late = worker.run<'convert'>(job, waiting.signal);
    waiting.abort(new Error('cancelled'));
    await expect(late).rejects.toThrow('cancelled');
    endless.abort(new Error('over'));
    for (const one of running) await expect(one).rejects.toThrow('over');
  });

  it('ends a process whose time is over, and the next job has a new one [TOOL-7]', async () => {
    const worker = working(`({ html }) => { while (html === 'loop'); return 'done'; }`, 2_000);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const ended = expect(worker.run<'convert'>({ ...job, html: 'loop' }, signal)).rejects.toMatchObject({
      name: 'ToolFailed',
      message: 'The page cannot be read within 2 seconds.',
    });
    await jest.advanceTimersByTimeAsync(2_000);
    await ended;
    expect(await worker.run<'convert'>(job, signal)).toBe('done');
  });

  it('fails if the process ends by an error [TOOL-7]', async () => {
    const failing = working(`() => { throw new RangeError('secret'); }`);
    await expect(failing.run<'convert'>(job, signal)).rejects.toMatchObject({ message: 'The page cannot be read.' });
  });

  it('ends with the reason of the signal [TOOL-7]', async () => {
    const worker = working('() => { for (;;); }');
    const controller = new AbortController();
    const running = worker.run<'convert'>(job, controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    await expect(worker.run<'convert'>(job, controller.signal)).rejects.toThrow('cancelled');
  });
});
