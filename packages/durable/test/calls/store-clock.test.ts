import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCallLedger } from '@haft/durable';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { decision, type CallLedger } from '@haft/runtime';
import { postgresPrograms } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openBank, World } from './bank.js';
import { rowOfKey } from '../support/row-at.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const HOUR_MS = 3_600_000;
const LEASE_MS = 30_000;
const CALL = { id: 'c1', arguments: { cents: 5 } };
const trueNow = Date.now.bind(Date);

afterEach(() => {
  jest.restoreAllMocks();
});

/** Sets the clock of this process, which is not that of the store. */
function clockIs(ms: number): void {
  jest.spyOn(Date, 'now').mockImplementation(() => trueNow() + ms);
}

/** A ledger in memory with the time of a server. */
class TimedLedger extends MemoryCallLedger {
  now(): number {
    return trueNow();
  }
}

/** Starts a call that does not end, as a process whose clock is wrong by some milliseconds. */
async function begin(ledger: CallLedger, wrongMs: number, name = 'pay_now'): Promise<World> {
  const world = new World();
  clockIs(wrongMs);
  const begun = new Promise<void>((resolve) => {
    world.beforePay = () => {
      resolve();
      return new Promise(() => undefined);
    };
  });
  void openBank(ledger, world, { durability: { leaseMs: LEASE_MS } })
    .startRun({ id: 'r' })
    .call({ ...CALL, name });
  await begun;
  jest.restoreAllMocks();
  return world;
}

function checks(open: () => CallLedger): void {
  const keyOf = async (ledger: CallLedger): Promise<string> => {
    const [row] = await ledger.list({ states: ['running', 'awaiting', 'approved'] });
    return row?.key ?? '';
  };

  it.each([HOUR_MS, -HOUR_MS])('gives leases by its own time to a process whose clock is off by %d ms', async (off) => {
    const ledger = open();
    await begin(ledger, off);
    const row = await rowOfKey(ledger, await keyOf(ledger));
    const left = (row?.leaseUntil ?? 0) - trueNow();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(LEASE_MS + 5000);
  });

  it('lets a process whose clock is ahead take no call of a living one', async () => {
    const ledger = open();
    await begin(ledger, 0);
    clockIs(HOUR_MS);
    const other = openBank(ledger, new World(), { durability: { leaseMs: LEASE_MS } });
    expect(await other.recover()).toMatchObject({ ended: [], failed: [] });
    expect(await rowOfKey(ledger, await keyOf(ledger))).toMatchObject({ state: 'running', attempt: 1 });
  });

  it('lets others continue an approved call of a process whose clock was ahead', async () => {
    const ledger = open();
    const world = new World();
    clockIs(HOUR_MS);
    const ahead = openBank(ledger, world);
    await ahead.startRun({ id: 'r' }).call({ ...CALL, name: 'pay' });
    const key = await keyOf(ledger);
    await ahead.pending.decide(key, decision.approve(), { execute: false });
    jest.restoreAllMocks();
    const other = openBank(ledger, world);
    // Two comparisons of clocks may differ by the time of an answer.
    while ((await other.recover({ idleMs: 0 })).ended.length === 0) await new Promise(setImmediate);
    expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'done' });
    expect(world.payments).toHaveLength(1);
  });
}

describe('a ledger with a clock', () => {
  checks(() => new TimedLedger());
});

(postgresPrograms() === undefined ? describe.skip : describe)('a ledger in Postgres', () => {
  const database = usePostgres();
  const ledgers: PostgresCallLedger[] = [];
  afterEach(async () => {
    await database.pool.query('TRUNCATE haft_calls, haft_runs');
  });
  afterAll(async () => {
    for (const one of ledgers) await one.close();
  });
  checks(() => {
    const ledger = new PostgresCallLedger({ pool: database.pool as never });
    ledgers.push(ledger);
    return ledger;
  });
});

(hasSqlite ? describe : describe.skip)('a ledger in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-clock-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives a process whose clock was set back leases that others respect', async () => {
    const ledger = new SqliteCallLedger({ file: join(folder, 'back.db') });
    await openBank(ledger, new World())
      .startRun({ id: 'r' })
      .call({ id: 'c0', name: 'pay_now', arguments: { cents: 1 } });
    await begin(ledger, -HOUR_MS, 'set_limit');
    const [row] = await ledger.list({ states: ['running'] });
    expect(row?.leaseUntil).toBeGreaterThan(trueNow());
    expect((await openBank(ledger, new World()).recover()).ended).toEqual([]);
    await ledger.close();
  });

  it('ignores the times of a process whose clock was more than 24 hours ahead', async () => {
    const ledger = new SqliteCallLedger({ file: join(folder, 'far.db') });
    clockIs(25 * HOUR_MS);
    await openBank(ledger, new World())
      .startRun({ id: 'r' })
      .call({ id: 'c0', name: 'pay_now', arguments: { cents: 1 } });
    jest.restoreAllMocks();
    expect(Math.abs((await ledger.now()) - trueNow())).toBeLessThan(1000);
    await ledger.close();
  });

  it.each([
    ['continues', 25 * HOUR_MS, ['r/c1']],
    ['leaves', HOUR_MS, []],
  ] as const)('%s a call whose lease ends in %d ms', async (what, ms, ended) => {
    const ledger = new SqliteCallLedger({ file: join(folder, `${what}.db`) });
    await begin(ledger, ms, 'set_limit');
    const [row] = await ledger.list({ states: ['running'] });
    const recovered = await openBank(ledger, new World()).recover();
    expect(recovered.ended).toEqual(ended.map(() => row?.key));
    ledger.close();
  });
});
