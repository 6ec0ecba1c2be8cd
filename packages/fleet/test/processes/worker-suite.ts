import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Interceptor, ToolOutcome } from '@haft/core';
import { decision, type CallLedger, type CallRow } from '@haft/runtime';
import { fleet, type Fleet, type FleetConnection } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/turn.js';
import { WorkerProcess, type WorkerMessage, type WorkerProcessOptions } from '../support/worker-process.js';
import { rowLater, rowOfKey } from '../../../durable/test/support/row-at.js';

/** How tests reach the server of the queues. */
export interface WorkerServer {
  readonly connection: FleetConnection;
  readonly worker: Pick<WorkerProcessOptions, 'socket' | 'postgres'>;
  /** Opens the ledger that the processes share. `file` is a path in an empty folder. */
  readonly openLedger: (file: string) => CallLedger;
}

/** A call whose worker is killed, and what another worker does with it. */
interface KilledCall {
  readonly title: string;
  readonly tool: string;
  /** The answer of `reconcile`. */
  readonly found?: 'done' | 'notDone' | 'unknown';
  readonly next: readonly WorkerMessage['type'][];
  readonly outcome: object;
  /** The row of a background call. */
  readonly row?: object;
}

const UNKNOWN = { status: 'failed', reason: 'unknown' };
const KILLED: readonly KilledCall[] = [
  {
    title: 'another worker takes over a call that only reads',
    tool: 'look',
    next: ['began'],
    outcome: { status: 'success', value: { cents: 5 } },
  },
  { title: 'a call with an effect ends as unknown', tool: 'pay', next: [], outcome: UNKNOWN },
  ...(['done', 'unknown'] as const).map((found) => ({
    title: `the next worker asks a tool with \`reconcile\`: ${found}`,
    tool: 'refund',
    found,
    next: ['reconciling'] as const,
    outcome: found === 'done' ? { status: 'success', value: { found: expect.any(String) } } : UNKNOWN,
  })),
  {
    title: 'a second attempt of a background call has the same idempotency key',
    tool: 'count',
    next: ['began'],
    outcome: { status: 'success' },
    row: { state: 'done', attempt: 2 },
  },
  ...(['done', 'notDone', 'unknown'] as const).map((found) => ({
    title: `the next worker reconciles a background call: ${found}`,
    tool: 'report',
    found,
    next: found === 'notDone' ? (['reconciling', 'began'] as const) : (['reconciling'] as const),
    outcome: { status: 'success' },
    row: { state: found === 'unknown' ? 'unknown_outcome' : 'done' },
  })),
  {
    title: 'a background call with an effect and without `reconcile` ends as unknown',
    tool: 'transfer',
    next: [],
    outcome: { text: expect.stringContaining('It is not known whether') },
    row: { state: 'unknown_outcome' },
  },
];

let queues = 0;

/** Tests of a sender and of workers in other processes, for each kind of server. */
export function workerSuite(server: () => WorkerServer): void {
  let folder: string;
  let ledger: CallLedger;
  const senders: Fleet[] = [];
  const workers: WorkerProcess[] = [];
  let prefix = '';

  const takeNewQueues = (): void => void (prefix = `haft${queues++}`);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-workers-'));
    ledger = server().openLedger(join(folder, 'calls.db'));
  });
  beforeEach(takeNewQueues);
  afterEach(async () => {
    for (const one of workers.splice(0)) await one.stop();
    for (const one of senders.splice(0)) await one.close();
  });
  afterAll(async () => {
    WorkerProcess.end();
    await ledger.close?.();
    rmSync(folder, { recursive: true, force: true });
  });

  function shop(options: ConstructorParameters<typeof Shop>[2] = {}): Shop {
    const sender = fleet({ connection: server().connection, logger: quietLogger(), prefix });
    senders.push(sender);
    return new Shop(sender, ledger, options);
  }

  async function worker(
    tools: string | readonly string[],
    options: Partial<WorkerProcessOptions> = {},
  ): Promise<WorkerProcess> {
    const started = await WorkerProcess.start({
      ...server().worker,
      tools: [tools].flat(),
      ledger: join(folder, 'calls.db'),
      prefix,
      lockMs: 1_000,
      ...options,
    });
    workers.push(started);
    return started;
  }

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

  test('a paused worker drops its late outcome, since another attempt has the row', async () => {
    const first = await worker('count');
    const sender = shop();
    const task = await sender.begin('count');
    // A process that is paused while it writes its progress would keep the lock of SQLite.
    await until(async () => (await rowOfKey(ledger, task))?.progress != null);
    const other = await worker('count');
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
    expect(await rowOfKey(ledger, task)).toMatchObject({ state: 'queued' });
    await worker('count', { version: '1' });
    expect(await sender.ended(task)).toMatchObject({ status: 'success' });
  });

  describe('when its worker is killed', () => {
    let messages: { readonly first: readonly WorkerMessage[]; readonly next: readonly WorkerMessage[] };
    let ends: readonly { readonly outcome: ToolOutcome; readonly row?: CallRow | undefined }[];

    beforeAll(async () => {
      takeNewQueues();
      const tools = [...new Set(KILLED.map(({ tool }) => tool))];
      const first = await worker(tools);
      const sender = shop();
      const ending = KILLED.map(async ({ tool, found, row }) => {
        const args = { cents: 5, found };
        if (row === undefined) return { outcome: await sender.call(tool, args) };
        const task = await sender.begin(tool, args);
        return { outcome: await sender.ended(task), row: await rowOfKey(ledger, task) };
      });
      await until(() => first.began.length === KILLED.length);
      const next = await worker(tools);
      next.release();
      await first.kill();
      ends = await Promise.all(ending);
      // A message may come after the row. The first one is `ready`.
      await until(() => next.messages.length > KILLED.flatMap((one) => one.next).length);
      messages = { first: first.messages, next: next.messages };
    });

    test.each(KILLED.map((one, index) => ({ ...one, index })))(
      '$title',
      ({ tool, found, next, index, ...expected }) => {
        const isOwn = (one: WorkerMessage): boolean => one.tool === tool && one.found === found;
        const effectKey = messages.first.find(isOwn)?.effectKey;
        expect(messages.next.filter(isOwn)).toEqual(next.map((type) => expect.objectContaining({ type, effectKey })));
        expect(ends[index]).toMatchObject({ outcome: expected.outcome, ...(expected.row && { row: expected.row }) });
      },
    );
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
}

type Deferred = Extract<ToolOutcome, { status: 'deferred' }>;
