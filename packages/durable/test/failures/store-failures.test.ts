import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCallLedger } from '@haft/durable';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { decision, type CallLedger } from '@haft/runtime';
import { openSqlite } from '@haft/runtime/sqlite';
import pg from 'pg';
import { openBank, World } from '../calls/bank.js';
import { postgresPrograms, startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { keyLater, rowLater } from '../support/row-at.js';

/* The rows of docs/guide/durability.md about stores, clocks, secrets and retention. */

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const hasPostgres = postgresPrograms() !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-failures-'));
const five = { id: 'c1', arguments: { cents: 5 } };
const NEVER_BEFORE = { before: Number.MAX_SAFE_INTEGER, limit: 100 };

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A ledger whose database is away while `isAway` is set. */
function unreliable(ledger: CallLedger): { readonly ledger: CallLedger; isAway: (method: string) => boolean } {
  const state = { isAway: (_method: string): boolean => false };
  const proxy = new Proxy(ledger, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: readonly unknown[]): unknown => {
        if (state.isAway(String(name))) throw new Error('The database is away.');
        return Reflect.apply(method, target, args);
      };
    },
  });
  return Object.assign(state, { ledger: proxy });
}

describe('a database that is away', () => {
  it.each(['pay', 'pay_now'])('executes nothing, and the caller of %s gets the error', async (name) => {
    const [store, world] = [unreliable(new MemoryCallLedger()), new World()];
    store.isAway = (method) => method === 'propose';
    await expect(
      openBank(store.ledger, world)
        .startRun({ id: 'r' })
        .call({ ...five, name }),
    ).rejects.toThrow('The database is away.');
    expect(world.payments).toEqual([]);
  });

  it('returns the true outcome if only the last write fails, and a person decides after recovery', async () => {
    const [store, world] = [unreliable(new MemoryCallLedger()), new World()];
    const runtime = openBank(store.ledger, world);
    store.isAway = (method) => method === 'settle';
    const outcome = await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay_now' });
    expect(outcome).toMatchObject({ status: 'success', value: { paid: 5 } });
    store.isAway = () => false;
    expect(await rowLater(store.ledger, 'r/c1')).toMatchObject({ state: 'running' });
    await afterLeases(() => runtime.recover());
    expect(await rowLater(store.ledger, 'r/c1')).toMatchObject({ state: 'unknown_outcome' });
    expect(world.payments).toHaveLength(1);
  });

  it('leaves an approval that could not be written as it was', async () => {
    const [store, world] = [unreliable(new MemoryCallLedger()), new World()];
    const runtime = openBank(store.ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay' });
    store.isAway = (method) => method === 'decide';
    await expect(runtime.pending.decide(await keyLater(store.ledger, 'r/c1'), decision.approve())).rejects.toThrow(
      'The database is away.',
    );
    store.isAway = () => false;
    expect(await rowLater(store.ledger, 'r/c1')).toMatchObject({ state: 'awaiting' });
    expect(await runtime.pending.decide(await keyLater(store.ledger, 'r/c1'), decision.approve())).toMatchObject({
      status: 'success',
    });
    expect(world.payments).toHaveLength(1);
  });
});

(hasSqlite ? describe : describe.skip)('a database that was restored from a backup', () => {
  let files = 0;

  /** A call that was approved and executed after the backup. */
  async function paidAfterBackup() {
    const [file, backup] = [join(folder, `${files}.db`), join(folder, `${files++}.backup`)];
    const world = new World();
    const before = new SqliteCallLedger({ file });
    await openBank(before, world)
      .startRun({ id: 'r' })
      .call({ ...five, name: 'pay' });
    before.close();
    copyFileSync(file, backup);
    const after = new SqliteCallLedger({ file });
    await openBank(after, world).pending.decide(await keyLater(after, 'r/c1'), decision.approve());
    after.close();
    rmSync(`${file}-wal`, { force: true });
    rmSync(`${file}-shm`, { force: true });
    copyFileSync(backup, file);
    return { file, world };
  }

  it('asks again about a call that was executed since, with the same idempotency key', async () => {
    const { file, world } = await paidAfterBackup();
    const ledger = new SqliteCallLedger({ file });
    await openBank(ledger, world).pending.decide(await keyLater(ledger, 'r/c1'), decision.approve());
    ledger.close();
    expect(world.payments).toHaveLength(2);
    expect(new Set(world.payments.map(({ key }) => key)).size).toBe(1);
  });

  it('lets a person decide about each open call, if its row was marked before the first process began', async () => {
    const { file, world } = await paidAfterBackup();
    const database = openSqlite(file, { who: 'test', instead: 'none' });
    database.exec(`UPDATE haft_calls SET state = 'unknown_outcome', lease = NULL, lease_until = NULL
      WHERE state IN ('awaiting', 'approved', 'queued', 'running')`);
    const ledger = new SqliteCallLedger({ file });
    const runtime = openBank(ledger, world);
    await expect(runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve())).rejects.toMatchObject({
      code: 'HAFT_WRONG_DECISION_KIND',
    });
    // A call that no process had approved at the time of the backup asks again.
    expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.again())).toMatchObject({
      status: 'deferred',
    });
    database.exec("UPDATE haft_calls SET state = 'unknown_outcome'");
    database.close();
    expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.done({ paid: 5 }))).toMatchObject({
      value: { paid: 5 },
    });
    ledger.close();
    expect(world.payments).toHaveLength(1);
  });
});

describe('a ledger that returns no row for a call', () => {
  it.each([
    ['that waits', 'pay', 'call'],
    ['with an effect', 'pay_now', 'call'],
    ['in the background', 'pay_now', 'enqueue'],
  ] as const)('makes a call %s fail, and nothing is executed', async (_which, name, method) => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const broken = Object.create(ledger, { propose: { value: () => [] } }) as CallLedger;
    const run = openBank(broken, world).startRun({ id: 'r' });
    await expect(run[method]({ ...five, name })).rejects.toThrow('The ledger of calls did not write the row c_');
    expect(world.payments).toEqual([]);
  });
});

describe('a clock', () => {
  it('that is ahead by more than a lease takes calls over, and their first results are dropped', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    let finish = (): void => undefined;
    const began = new Promise<void>((begin) => {
      world.beforePay = () => {
        begin();
        return new Promise<void>((resolve) => (finish = resolve));
      };
    });
    const outcome = openBank(ledger, world)
      .startRun({ id: 'r' })
      .call({ ...five, name: 'pay_now' });
    await began;
    await afterLeases(() => openBank(ledger, world).recover());
    finish();
    expect(await outcome).toMatchObject({ status: 'failed', reason: 'unknown' });
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'unknown_outcome', attempt: 2 });
    expect(world.payments).toHaveLength(1);
  });
});

describe('a secret', () => {
  it('that was replaced stops the calls of the old one, and continues none of them', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    await openBank(ledger, world, { people: { pendingSecret: 'old' } })
      .startRun({ id: 'r' })
      .call({ ...five, name: 'pay' });
    const rotated = openBank(ledger, world, { people: { pendingSecret: 'new' } });
    await expect(rotated.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve())).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
    });
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'awaiting' });
    const old = openBank(ledger, world, { people: { pendingSecret: 'old' } });
    expect(await old.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve())).toMatchObject({
      status: 'success',
    });
    expect(world.payments).toHaveLength(1);
  });
});

describe('recover', () => {
  it('reaches other calls although the oldest ones cannot be continued', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    for (let call = 0; call < 3; call++) {
      const old = openBank(ledger, world, { people: { pendingSecret: 'old' } });
      await old.startRun({ id: `old ${call}` }).call({ ...five, name: 'pay' });
      await old.pending.decide(await keyLater(ledger, `old ${call}/c1`), decision.approve(), { execute: false });
    }
    const runtime = openBank(ledger, world, { people: { pendingSecret: 'new' } });
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay' });
    await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve(), { execute: false });
    expect((await runtime.recover({ idleMs: 0, limit: 3 })).failed).toHaveLength(3);
    expect(await runtime.recover({ idleMs: 0, limit: 3 })).toMatchObject({
      ended: [await keyLater(ledger, 'r/c1')],
      failed: [],
    });
    expect(world.payments).toHaveLength(1);
  });
});

describe('a request that another program changes in the database', () => {
  it('is shown to no person, and decides nothing, if the runtime has a secret', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const runtime = openBank(ledger, world, { people: { pendingSecret: 'secret' } });
    await runtime.startRun({ id: 'r' }).call({ id: 'c1', name: 'pay', arguments: { cents: 500_000 } });
    const known = await rowLater(ledger, 'r/c1');
    const forged = { ...known, request: known?.request?.replace('500000', '5') } as NonNullable<typeof known>;
    const changed = Object.create(ledger, {
      get: { value: () => forged },
      list: { value: () => [forged] },
    }) as CallLedger;
    const page = openBank(changed, world, { people: { pendingSecret: 'secret' } }).pending;
    expect((await page.list()).calls).toMatchObject([{ key: await keyLater(ledger, 'r/c1'), arguments: {} }]);
    expect(await page.get(await keyLater(ledger, 'r/c1'))).not.toHaveProperty('request');
    await expect(page.decide(await keyLater(ledger, 'r/c1'), decision.approve())).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
      message: expect.stringMatching(/: its request was changed\.$/),
    });
    expect(world.payments).toEqual([]);
  });

  it.each(['callId', 'fingerprint'])(
    'is shown to no person, and decides nothing, if it has another %s',
    async (name) => {
      const [ledger, world] = [new MemoryCallLedger(), new World()];
      const bank = openBank(ledger, world);
      await bank.startRun({ id: 'r' }).call({ ...five, name: 'pay' });
      const row = await rowLater(ledger, 'r/c1');
      const request = JSON.stringify({ ...JSON.parse(row?.request ?? ''), [name]: 'other' });
      const changed = Object.create(ledger, { list: { value: () => [{ ...row, request }] } }) as CallLedger;
      const page = openBank(changed, world).pending;
      const key = row?.key ?? '';
      expect(await page.get(key)).not.toHaveProperty('request');
      await expect(page.decide(key, decision.approve())).rejects.toThrow();
      expect([world.payments, (await bank.pending.get(key))?.state]).toEqual([[], 'awaiting']);
    },
  );
});

describe('a row that was pruned', () => {
  it('is unknown to people, and the same call is made again with the same idempotency key', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const call = { ...five, name: 'pay_now' };
    await openBank(ledger, world).startRun({ id: 'r' }).call(call);
    expect(ledger.prune(NEVER_BEFORE)).toBe(1);
    const runtime = openBank(ledger, world);
    await expect(runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.deny())).rejects.toMatchObject({
      code: 'HAFT_UNKNOWN_DECISION',
    });
    await runtime.startRun({ id: 'r' }).call(call);
    expect(world.payments).toHaveLength(2);
    expect(new Set(world.payments.map(({ key }) => key)).size).toBe(1);
  });

  it('is never one that a person may still decide', async () => {
    const [store, world] = [unreliable(new MemoryCallLedger()), new World()];
    const runtime = openBank(store.ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay' });
    store.isAway = (method) => method === 'settle';
    await runtime.startRun({ id: 's' }).call({ ...five, name: 'pay_now' });
    store.isAway = () => false;
    await afterLeases(() => runtime.recover());
    const { calls } = await runtime.pending.list();
    expect(calls.map(({ runId, state }) => `${runId} ${state}`)).toEqual(['r awaiting', 's unknown_outcome']);
    expect(await store.ledger.prune(NEVER_BEFORE)).toBe(0);
    expect((await runtime.pending.list()).calls).toHaveLength(2);
  });
});

(hasPostgres ? describe : describe.skip)('a Postgres server that ends its connections', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it('loses no call: the next statement opens another connection', async () => {
    const world = new World();
    const ledger = new PostgresCallLedger({ connectionString: server.connectionString });
    const runtime = openBank(ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay' });
    await endConnections(server);
    while ((await firstPage(runtime)) === undefined);
    expect((await firstPage(runtime))?.calls).toMatchObject([{ callId: 'c1' }]);
    const { key = '' } = (await rowLater(ledger, 'r/c1')) ?? {};
    expect(await runtime.pending.decide(key, decision.approve())).toMatchObject({ status: 'success' });
    expect(world.payments).toHaveLength(1);
    await ledger.close();
  });
});

/** Returns the calls that wait. Undefined while the pool still has a connection that was ended. */
function firstPage(runtime: ReturnType<typeof openBank>) {
  return runtime.pending.list().catch(() => undefined);
}

async function endConnections({ connectionString }: PostgresServer): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  await admin.end();
}

/** Makes a change one hour later, when every lease is over. */
async function afterLeases<Result>(work: () => Promise<Result>): Promise<Result> {
  const later = Date.now() + 3_600_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
