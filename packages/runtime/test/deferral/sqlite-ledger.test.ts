import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PendingRun } from '../../src/index.js';
import { SqliteLedger } from '../../src/sqlite-ledger.js';
import { onlyRequest, openBank } from './bank.js';

const inOneHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined;

(hasSqlite ? describe : describe.skip)('SqliteLedger [DUR-1]', () => {
  const opened: SqliteLedger[] = [];
  let folder: string;
  let file: string;
  const open = (): SqliteLedger => {
    const ledger = new SqliteLedger({ file });
    opened.push(ledger);
    return ledger;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-ledger-'));
    file = join(folder, 'decisions.db');
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const ledger of opened.splice(0)) await ledger.close();
    rmSync(folder, { recursive: true });
  });

  it('gives a request to the first claimant', async () => {
    const [one, other] = [open(), open()];
    expect([
      await one.claim('a', inOneHour()),
      await other.claim('a', inOneHour()),
      await other.claim('b', inOneHour()),
    ]).toEqual([true, false, true]);
    await other.release('a');
    expect(await one.claim('a', inOneHour())).toBe(true);
  });

  it('remembers across openings, and forgets requests that expired long ago', async () => {
    jest.useFakeTimers({ now: 0 });
    await open().claim('a', new Date(1000).toISOString());
    expect(await open().claim('a', inOneHour())).toBe(false);
    jest.setSystemTime(3_602_000);
    await open().claim('b', inOneHour());
    expect(await open().claim('a', inOneHour())).toBe(true);
  });

  it('gives a recorded request once, whichever process takes it, and not after it has expired', async () => {
    jest.useFakeTimers({ now: 0 });
    const [one, other] = [open(), open()];
    await one.record('a', inOneHour());
    await one.record('a', inOneHour());
    await one.record('b', new Date(1000).toISOString());
    expect(await one.claim('a', inOneHour())).toBe(true);
    expect([await other.take('a'), await one.take('a'), await other.take('c')]).toEqual([true, false, false]);
    jest.setSystemTime(1000);
    expect(await other.take('b')).toBe(false);
  });

  it('gives each recorded request to one of three processes', async () => {
    const ledger = open();
    for (let index = 0; index < 200; index++) await ledger.record(`r${index}`, inOneHour());
    const program = `
      import { DatabaseSync } from 'node:sqlite';
      const database = new DatabaseSync(${JSON.stringify(file)});
      database.exec('PRAGMA busy_timeout = 5000');
      const take = database.prepare('DELETE FROM haft_requests WHERE request = ? AND until > 0');
      let won = 0;
      for (let i = 0; i < 200; i++) won += Number(take.run('r' + i).changes);
      console.log(won);`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
    const runs = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
    expect(runs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(200);
  });

  it('lets one of two processes win that decide about one request', async () => {
    await open().close();
    opened.length = 0;
    const program = `
      import { DatabaseSync } from 'node:sqlite';
      const database = new DatabaseSync(${JSON.stringify(file)});
      database.exec('PRAGMA busy_timeout = 5000');
      const insert = database.prepare('INSERT INTO haft_decisions (request, decided, until) VALUES (?, 0, 9e15) ON CONFLICT DO NOTHING');
      let won = 0;
      for (let i = 0; i < 200; i++) won += Number(insert.run('r' + i).changes);
      console.log(won);`;
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
    const runs = await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args)));
    expect(runs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(200);
  });

  it('executes an approved call once, in whichever process it is approved', async () => {
    const [here, there] = [
      openBank({ people: { decisionLedger: open() } }),
      openBank({ people: { decisionLedger: open() } }),
    ];
    await here.run.call({ id: 'c1', name: 'pay', arguments: { amount: 500, pin: '1' } });
    const id = onlyRequest(here.run);
    const pending = JSON.parse(JSON.stringify(here.run.pending())) as PendingRun;
    expect(await here.run.resume({ [id]: true })).toMatchObject([{ status: 'success' }]);
    await expect(there.runtime.resumeRun(pending, { [id]: true }, {})).rejects.toMatchObject({
      code: 'HAFT_DECISION_USED',
    });
    expect([here.bank.done, there.bank.done]).toEqual([['pay 500 1'], []]);
  });
});

it('without SQLite, a ledger names its requirement', async () => {
  const builtin = jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
  expect(() => new SqliteLedger({ file: 'x' })).toThrow(expect.objectContaining({ code: 'HAFT_NODE_VERSION' }));
  builtin.mockRestore();
});
