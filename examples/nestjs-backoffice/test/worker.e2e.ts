import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { BackofficeProcess, ServerProcess } from './support/backoffice-process.js';

interface Task {
  readonly task: string;
  readonly status: string;
  readonly attempts: number;
  readonly progress?: unknown;
  readonly result?: { readonly count: number; readonly totalCents: number };
}

describe('a report in a worker of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-'));
  let server: ServerProcess;
  let worker: BackofficeProcess | undefined;
  const startWorker = async (pauseMs: string): Promise<BackofficeProcess> =>
    (worker = await BackofficeProcess.worker(folder, { REPORT_PAUSE_MS: pauseMs }));
  const call = async (name: string, args: object, user = 'mia') => (await server.call(user, name, args)) as Task;
  const until = async (isReached: (task: Task) => boolean, task: string): Promise<Task> => {
    for (;;) {
      const status = await call('task_status', { task });
      if (isReached(status)) return status;
      await setTimeout(100);
    }
  };
  const resultOf = async (task: string, user = 'mia'): Promise<Task> => {
    for (;;) {
      const read = await call('task_result', { task, waitSeconds: 5 }, user);
      if (!['queued', 'running'].includes(read.status)) return read;
    }
  };
  const reports = async (user: string) => (await server.send(user, '/reports')).body as object[];

  before(async () => {
    server = await ServerProcess.start(folder);
    const refund = { orderId: 102, amountCents: 4000, reason: 'damaged' };
    equal((await server.send('ann', '/refunds', refund)).status, 201);
  });
  afterEach(() => worker?.kill());
  after(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });

  it('is made once, by the next worker, if a worker is killed in the middle', async () => {
    const { task, status } = await call('report_refunds', {});
    equal(status, 'queued');
    const first = await startWorker('3600000');
    const { progress } = await until((one) => one.progress !== undefined, task);
    deepEqual(progress, { orders: 1, of: 3 });
    await first.kill();
    deepEqual(await reports('mia'), []);

    await startWorker('0');
    const { result } = await resultOf(task);
    deepEqual([result?.count, result?.totalCents], [1, 4000]);
    equal((await call('task_status', { task })).attempts, 2);
    equal((await reports('mia')).length, 1); // [NEW-32]
  });

  it('is made for each tenant every night, once if the night is started twice', async () => {
    const before = (await reports('mia')).length;
    const tasks = await BackofficeProcess.nightly(folder, '2026-03-01');
    await BackofficeProcess.nightly(folder, '2026-03-01');
    const [mia, meg] = [tasks.get('mia') ?? '', tasks.get('meg') ?? ''];
    match((await call('task_status', { task: mia })).status, /queued/);
    await startWorker('0');
    equal((await resultOf(mia)).result?.totalCents, 4000);
    equal((await resultOf(meg, 'meg')).result?.totalCents, 0);
    deepEqual([(await reports('mia')).length, (await reports('meg')).length], [before + 1, 1]);
  });
});
