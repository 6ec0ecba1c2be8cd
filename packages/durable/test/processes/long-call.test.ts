import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRow } from '@haft/runtime';
import { PostgresCallLedger } from '../../src/postgres/index.js';
import { SqliteCallLedger } from '../../src/sqlite/index.js';
import { postgresPrograms, startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { rowLater } from '../support/row-at.js';

/* Real processes. The notices of skipped stores are those of the contract. */

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const hasPostgres = postgresPrograms() !== undefined;
const PROGRAM = join(import.meta.dirname, 'long-call-program.mjs');
const LEASE_MS = 3000;

interface Round {
  readonly beganAt: number;
  readonly found: Readonly<Record<string, readonly string[]>>;
}

describe.each([
  ['SQLite', hasSqlite],
  ['Postgres', hasPostgres],
] as const)('a call that takes longer than its lease, on %s', (name, isInstalled) => {
  const test = isInstalled ? it : it.skip;
  const children: ChildProcess[] = [];
  let server: PostgresServer | undefined;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'haft-long-call-'));
    if (name === 'Postgres' && isInstalled) server = await startPostgres();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server?.stop();
    rmSync(folder, { recursive: true });
  });
  const start = (work: 'pay' | 'recover', place: object): ChildProcess => {
    const child = fork(PROGRAM, [JSON.stringify({ do: work, place, leaseMs: LEASE_MS })]);
    children.push(child);
    return child;
  };

  test('stays with its process, while another one looks for lost calls [NEW-26]', async () => {
    const ledger =
      server === undefined
        ? new SqliteCallLedger({ file: join(folder, 'calls.db') })
        : new PostgresCallLedger({ connectionString: server.connectionString });
    const place =
      server === undefined ? { file: join(folder, 'calls.db') } : { connectionString: server.connectionString };
    const payer = start('pay', place);
    await once(payer, 'message');
    const first = (await rowLater(ledger, 'r/c')) as CallRow;
    const other = start('recover', place);
    const rounds: Round[] = [];
    other.on('message', (round: Round) => rounds.push(round));
    const isLater = ({ beganAt }: Round): boolean => beganAt > (first.leaseUntil ?? 0);
    while (rounds.filter(isLater).length < 3) await once(other, 'message');

    expect(await rowLater(ledger, 'r/c')).toMatchObject({ state: 'running', attempt: 1, lease: first.lease });
    expect(rounds.flatMap(({ found }) => Object.values(found).flat())).toEqual([]);
    const answer = once(payer, 'message');
    payer.send('finish');
    expect(await answer).toMatchObject([{ status: 'success', value: 'paid' }]);
    other.send('finish');
    await Promise.all([payer, other].map((child) => once(child, 'exit')));
    expect(await rowLater(ledger, 'r/c')).toMatchObject({ state: 'done', attempt: 1 });
    await ledger.close();
  });
});
