import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RowFilter } from '@haft/runtime';
import { openSqlite, type SqliteDatabase } from '@haft/runtime/sqlite';
import { proposal, ref } from '../src/contract/proposal.js';
import { listStatement } from '../src/sql/list-statement.js';
import { SQLITE_BACKGROUND } from '../src/sql/is-background.js';
import { abandonedValues } from '../src/sql/statement-values.js';
import { statementsOf } from '../src/sql/statements.js';
import { SqliteCallLedger } from '../src/sqlite/index.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;

(hasSqlite ? describe : describe.skip)('the tables of SqliteCallLedger', () => {
  let folder: string;
  let ledger: SqliteCallLedger;
  let other: SqliteDatabase;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-tables-'));
    ledger = new SqliteCallLedger({ file: join(folder, 'calls.db') });
    other = openSqlite(join(folder, 'calls.db'), { who: 'The test', instead: 'none' });
  });
  afterEach(() => {
    ledger.close();
    other.close();
    rmSync(folder, { recursive: true });
  });

  const user = { tenantId: 't', userId: 'u' };
  it.each<{ filter: RowFilter; index: string }>([
    { filter: {}, index: 'haft_calls_waiting' },
    { filter: { states: ['awaiting'] }, index: 'haft_calls_waiting' },
    { filter: user, index: 'haft_calls_user' },
    { filter: { ...user, states: ['unknown_outcome'], after: { createdAt: 1, key: 'k' } }, index: 'haft_calls_user' },
    { filter: { tenantId: 't', tool: 'pay' }, index: 'haft_calls_tool' },
  ])('lists $filter in the order of the index $index, without sorting', ({ filter, index }) => {
    const { sql, values } = listStatement((place) => `?${place}`, filter);
    const plan = other.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index}`)]);
  });

  it('finds background calls by their index, without reading other rows that wait', () => {
    const { abandonedBackground } = statementsOf((place) => `?${place}`, SQLITE_BACKGROUND);
    const values = abandonedValues({ now: 1000, idleSince: 500, limit: 200 });
    const plan = other.prepare(`EXPLAIN QUERY PLAN ${abandonedBackground}`).all(...values);
    const searches = plan.map(({ detail }) => String(detail)).filter((detail) => detail.includes('haft_calls'));
    expect(searches).toEqual([
      expect.stringContaining('USING INDEX haft_calls_running'),
      expect.stringContaining('USING INDEX haft_calls_background'),
    ]);
  });

  it('gives tables of an older version the index of background calls', () => {
    other.exec('DROP INDEX haft_calls_background; DELETE FROM haft_migrations WHERE version >= 3');
    new SqliteCallLedger({ file: join(folder, 'calls.db') }).close();
    const indexes = other.prepare("SELECT name FROM sqlite_master WHERE name = 'haft_calls_background'").all();
    expect(indexes).toHaveLength(1);
  });

  it.each([
    ['state', "'unheard'"],
    ['kind', "'__proto__'"],
    ['attempt', "'many'"],
    ['created_at', "''"],
    ['lease_until', "'1e999'"],
  ])('refuses a row whose %s another program changed to %s, and names it', async (column, value) => {
    await ledger.propose([proposal('run/call')]);
    other.exec(`UPDATE haft_calls SET ${column} = ${value}`);
    await expect(ledger.get(ref('run/call'))).rejects.toEqual(
      expect.objectContaining({ code: 'HAFT_INVALID_PENDING', message: expect.stringContaining('run/call') }),
    );
  });

  it('refuses tables of a newer version, and other changes under the same version', () => {
    const open = (): unknown => new SqliteCallLedger({ file: join(folder, 'calls.db') });
    other.exec("UPDATE haft_migrations SET hash = 'other' WHERE version = 3");
    expect(open).toThrow(/the ledger has another hash/);
    other.exec('UPDATE haft_migrations SET version = 99 WHERE version = 3');
    expect(open).toThrow(/unknown version 99/);
  });

  it.each(['propose', 'decide', 'start'] as const)(
    'throws if the commit of %s fails, such as on a full disk',
    async (method) => {
      const now = 1000;
      const decided = {
        fingerprint: proposal('run/call').fingerprint,
        state: 'approved',
        decision: '{}',
        now,
      } as const;
      const change = {
        propose: () => ledger.propose([proposal('run/new')]),
        decide: () => ledger.decide(ref('run/call'), decided),
        start: () => ledger.start(ref('run/call'), { lease: 'one', leaseUntil: 2000, now, from: ['awaiting'] }),
      }[method];
      await ledger.propose([proposal('run/call')]);
      // SQLite checks a deferred foreign key when it commits.
      other.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER failing_insert AFTER INSERT ON haft_calls BEGIN INSERT INTO child VALUES (1); END;
      CREATE TRIGGER failing_update AFTER UPDATE ON haft_calls BEGIN INSERT INTO child VALUES (1); END`);
      await expect(change()).rejects.toThrow('FOREIGN KEY constraint failed');
      expect((await ledger.get(ref('run/call')))?.state).toBe('awaiting');
      expect(await ledger.get(ref('run/new'))).toBeUndefined();
    },
  );

  it('settles in the transaction of the application, and not if it rolls back or lost its lease', async () => {
    const lease = { ...ref('run/call'), attempt: 1, lease: 'first' };
    const end = { state: 'done', outcome: '{}', now: 1500 } as const;
    await ledger.propose([proposal('run/call', { state: 'running', kind: null, lease: 'first', leaseUntil: 2000 })]);
    other.exec('BEGIN');
    expect(ledger.settleIn(other, lease, end)).toBe(true);
    other.exec('ROLLBACK');
    expect((await ledger.get(ref('run/call')))?.state).toBe('running');
    for (const not of [{ attempt: 2 }, { userId: 'eve' }, { tenantId: 'globex' }])
      expect(ledger.settleIn(other, { ...lease, ...not }, end)).toBe(false);
    expect(ledger.settleIn(other, lease, end)).toBe(true);
    expect((await ledger.get(ref('run/call')))?.state).toBe('done');
    expect(() => ledger.settleIn({}, lease, end)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
  });

  it('answers a call while the application keeps a transaction open', async () => {
    await ledger.propose([proposal('run/call')]);
    other.exec('BEGIN IMMEDIATE');
    const proposed = ['a', 'b', 'c'].map((key) => ledger.propose([proposal(key)]));
    expect((await ledger.get(ref('run/call')))?.state).toBe('awaiting');
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.exec('COMMIT');
    expect((await Promise.all(proposed)).flat().every(({ changed }) => changed)).toBe(true);
  });

  it('stops at tables of a newer version that another process made', async () => {
    await ledger.propose([proposal('run/call')]);
    const columns = '(version, name, hash, applied_at)';
    other.exec(`INSERT INTO haft_migrations ${columns} VALUES (99, 'future', 'x', 0)`);
    await expect(ledger.get(ref('run/call'))).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await expect(ledger.propose([proposal('run/new')])).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});
