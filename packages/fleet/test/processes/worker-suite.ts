import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Interceptor, ToolOutcome } from '@haft/core';
import { decision, type CallLedger } from '@haft/runtime';
import { fleet, type Fleet, type FleetConnection } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/turn.js';
import { WorkerProcess, type WorkerProcessOptions } from '../support/worker-process.js';
import { rowLater, rowOfKey } from '../../../durable/test/support/row-at.js';

/** How tests reach the server of the queues. */
export interface WorkerServer {
  readonly connection: FleetConnection;
  readonly worker: Pick<WorkerProcessOptions, 'socket' | 'postgres'>;
  /** Opens the ledger that the processes share. `file` is a path in an empty folder. */
  readonly openLedger: (file: string) => CallLedger;
}

let queues = 0;

/** Tests of a sender and of workers in other processes, for each kind of server. */
export function workerSuite(server: () => WorkerServer): void {
  let folder: string;
  let ledger: CallLedger;
  let senders: Fleet[];
  let workers: WorkerProcess[];
  let prefix: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-workers-'));
    ledger = server().openLedger(join(folder, 'calls.db'));
    [senders, workers] = [[], []];
    prefix = `haft${queues++}`;
  });
  afterEach(async () => {
    for (const one of workers) await one.stop();
    for (const one of senders) await one.close();
    await ledger.close?.();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => WorkerProcess.end());

  function shop(options: ConstructorParameters<typeof Shop>[2] = {}): Shop {
    const sender = fleet({ connection: server().connection, logger: quietLogger(), prefix });
    senders.push(sender);
    return new Shop(sender, ledger, options);
  }

  async function worker(tool: string, options: Partial<WorkerProcessOptions> = {}): Promise<WorkerProcess> {
    const file = join(folder, 'calls.db');
    const started = await WorkerProcess.start({
      ...server().worker,
      tool,
      ledger: file,
      prefix,
      lockMs: 1_000,
      ...options,
    });
    workers.push(started);
    return started;
  }

  /** The worker that executes the call, of several. */
  async function holder(among: readonly WorkerProcess[]): Promise<readonly [WorkerProcess, WorkerProcess]> {
    await until(() => among.some(({ began }) => began.length > 0));
    const [first, other] = [...among].sort((one, two) => two.began.length - one.began.length);
    return [first as WorkerProcess, other as WorkerProcess];
  }

  const stateOf = async (key: string): Promise<unknown> => (await rowOfKey(ledger, key))?.state;

  test('a worker executes a call, and its outcome, progress and log come back', async () => {
    await worker('look');
    const sender = shop();
    const outcome = await sender.call('look');
    expect(outcome).toMatchObject({ status: 'success', value: { cents: 1 } });
    expect(sender.events.filter(({ type }) => type === 'progress' || type === 'log')).toMatchObject([
      { type: 'log', message: 'begins', details: { cents: 1 }, callId: 'c1', tool: 'look' },
      { type: 'progress', progress: 1 },
      { type: 'progress', progress: 2 },
    ]);
  });

  test('a cancelled call ends here, and the tool in the worker sees its signal', async () => {
    const one = await worker('look');
    const cancel = new AbortController();
    const outcome = shop().call('look', { cents: 5 }, { signal: cancel.signal });
    await one.told('began');
    cancel.abort();
    expect(await outcome).toMatchObject({ status: 'interrupted' });
    await one.told('aborted');
  });

  test('the worker gets an approval with its call', async () => {
    const one = await worker('buy');
    const run = shop().runtime.startRun({ userId: 'ann' });
    const waiting = (await run.call({ id: 'c1', name: 'buy', arguments: { cents: 1 } })) as Deferred;
    expect(one.began).toEqual([]);
    const [outcome] = await run.resume({ [waiting.request.id]: decision.approve({ metadata: { by: 'bob' } }) });
    await run.end();
    expect(outcome).toMatchObject({ status: 'success', value: { cents: 1 } });
    expect(one.began).toMatchObject([{ tool: 'buy', approvedBy: 'bob' }]);
  });

  test('a call with an effect has a row, which keeps its outcome', async () => {
    const one = await worker('pay');
    const run = shop().runtime.startRun({ id: 'run', userId: 'ann' });
    const outcome = await run.call({ id: 'c1', name: 'pay', arguments: { cents: 1 } });
    await run.end();
    const row = await rowLater(ledger, 'run/c1');
    expect(row).toMatchObject({ state: 'done', attempt: 1, effectKey: one.began[0]?.effectKey });
    expect(JSON.parse(row?.outcome ?? '')).toMatchObject({ value: (outcome as { value?: unknown }).value });
  });

  test('the sender runs interceptors once, around an awaited call', async () => {
    await worker('look');
    const seen: string[] = [];
    const watching: Interceptor = {
      intercept: (call, next) => {
        seen.push(call.definition.name);
        return next();
      },
    };
    await shop({ interceptors: [watching] }).call('look');
    expect(seen).toEqual(['look']);
  });

  test('another worker takes over a call that only reads when its worker is killed', async () => {
    const both = [await worker('look'), await worker('look')];
    const outcome = shop().call('look', { cents: 5 });
    const [first, other] = await holder(both);
    await first.kill();
    await other.told('began');
    other.release();
    expect(await outcome).toMatchObject({ status: 'success', value: { cents: 5 } });
    expect(other.began[0]?.effectKey).toBe(first.began[0]?.effectKey);
  });

  test('a call with an effect whose worker is killed ends as unknown', async () => {
    const both = [await worker('pay'), await worker('pay')];
    const outcome = shop().call('pay', { cents: 5 });
    const [first, other] = await holder(both);
    await first.kill();
    expect(await outcome).toMatchObject({ status: 'failed', reason: 'unknown' });
    expect(other.began).toEqual([]);
  });

  test.each([
    ['done', { status: 'success', value: { found: expect.any(String) } }],
    ['unknown', { status: 'failed', reason: 'unknown' }],
  ] as const)('after a kill, the worker asks a tool with `reconcile`: %s', async (reconciled, expected) => {
    const both = [await worker('refund', { reconciled }), await worker('refund', { reconciled })];
    const outcome = shop().call('refund', { cents: 5 });
    const [first, other] = await holder(both);
    await first.kill();
    expect(await outcome).toMatchObject(expected);
    expect(other.messages.filter(({ type }) => type === 'reconciling')).toMatchObject([
      { effectKey: first.began[0]?.effectKey },
    ]);
    expect(other.began).toEqual([]);
  });

  test('a background call is executed by a worker, and its row has the outcome', async () => {
    await worker('count');
    const sender = shop();
    const task = await sender.begin('count', { cents: 1 });
    expect(await sender.ended(task)).toMatchObject({
      status: 'success',
      value: { status: 'done', result: { cents: 1 } },
    });
    expect(await rowOfKey(ledger, task)).toMatchObject({ state: 'done', attempt: 1 });
  });

  test('tenants take turns with their background calls, over several senders', async () => {
    const [sender, other] = [shop(), shop()];
    const begin = async (from: Shop, tenantId: string): Promise<readonly [string, string]> => [
      await from.begin('count', { cents: 1 }, { tenantId }),
      tenantId,
    ];
    const tasks = [];
    for (let index = 0; index < 6; index++) tasks.push(await begin(sender, 'large'));
    for (let index = 0; index < 2; index++) tasks.push(await begin(sender, 'small'));
    tasks.push(await begin(other, 'late'));
    const executor = await worker('count', { concurrency: 1 });
    for (const [task, tenantId] of tasks) await sender.ended(task, { tenantId });
    const order = executor.began.map(({ tenantId }) => tenantId).join(' ');
    expect(order).toBe('large small late large small large large large large');
  });

  test('a second attempt of a background call has the same idempotency key', async () => {
    const both = [await worker('count'), await worker('count')];
    const sender = shop();
    const task = await sender.begin('count');
    const [first, other] = await holder(both);
    await first.kill();
    await other.told('began');
    other.release();
    await sender.ended(task);
    expect(await rowOfKey(ledger, task)).toMatchObject({ state: 'done', attempt: 2 });
    expect(other.began[0]?.effectKey).toBe(first.began[0]?.effectKey);
  });

  test.each([
    ['done', 'done', []],
    ['notDone', 'done', ['began']],
    ['unknown', 'unknown_outcome', []],
  ] as const)('the next worker reconciles a background call: %s', async (reconciled, state, executed) => {
    const both = [await worker('report', { reconciled }), await worker('report', { reconciled })];
    const sender = shop();
    const task = await sender.begin('report');
    const [first, other] = await holder(both);
    await first.kill();
    other.release();
    await sender.ended(task);
    expect(await stateOf(task)).toBe(state);
    // A message may come after the row.
    await until(() => other.messages.length > 1 + executed.length);
    expect(other.messages.map(({ type }) => type)).toEqual(['ready', 'reconciling', ...executed]);
  });

  test('a background call with an effect and without `reconcile` ends as unknown', async () => {
    const both = [await worker('transfer'), await worker('transfer')];
    const sender = shop();
    const task = await sender.begin('transfer');
    const [first, other] = await holder(both);
    await first.kill();
    expect(await sender.ended(task)).toMatchObject({ text: expect.stringContaining('It is not known whether') });
    expect([await stateOf(task), other.began]).toEqual(['unknown_outcome', []]);
  });

  test('a call that ends its workers starts twice, and then ends as unknown', async () => {
    const all = [await worker('look'), await worker('look'), await worker('look')];
    const outcome = await shop().call('look', { cents: 13 });
    expect(outcome).toMatchObject({
      reason: 'unknown',
      text: 'It is not known whether look took effect. Check before you try again.',
    });
    expect(all.flatMap(({ began }) => began)).toHaveLength(2);
  });

  test('a paused worker drops its late outcome, since another attempt has the row', async () => {
    const both = [await worker('count'), await worker('count')];
    const sender = shop();
    const task = await sender.begin('count');
    const [first, other] = await holder(both);
    // A process that is paused while it writes its progress would keep the lock of SQLite.
    await until(async () => (await rowOfKey(ledger, task))?.progress != null);
    first.pause();
    await other.told('began');
    other.release();
    await sender.ended(task);
    const row = await rowOfKey(ledger, task);
    first.continue();
    await first.told('aborted');
    expect(row).toMatchObject({ state: 'done', attempt: 2 });
    expect(await rowOfKey(ledger, task)).toEqual(row);
  });

  test('each version of a tool is executed by its own workers', async () => {
    const [old, next] = [await worker('look', { version: '1' }), await worker('look', { version: '2' })];
    await shop({ version: '1' }).call('look');
    expect([old.began.length, next.began.length]).toEqual([1, 0]);
    await shop({ version: '2' }).call('look');
    expect([old.began.length, next.began.length]).toEqual([1, 1]);
  });

  test('a background call waits for a worker of its version', async () => {
    await worker('count', { version: '2' });
    const sender = shop({ version: '1' });
    const task = await sender.begin('count', { cents: 1 });
    expect(await stateOf(task)).toBe('queued');
    await worker('count', { version: '1' });
    expect(await sender.ended(task)).toMatchObject({ status: 'success' });
  });
}

type Deferred = Extract<ToolOutcome, { status: 'deferred' }>;
