import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { CALL_STATES } from '@haft/runtime';
import { atEnd, serveNotes } from '../support/connect.js';
import { taskTools } from '../support/task-tools.js';

/* Real processes: a client is killed while a server works on its task. */

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const PROGRAM = join(import.meta.dirname, 'killed-client-program.mjs');

// The contract of ledgers holds the others to the same rules.
(hasSqlite ? it : it.skip)(
  'a client with a ledger in SQLite finds its task again after `kill -9`, and calls the tool once [NEW-39, NEW-42]',
  async () => {
    const office = taskTools();
    const far = new MemoryCallLedger();
    const { url } = await serveNotes(
      {
        tasks: { pollIntervalMs: 50 },
        stateSecret: 'a secret that is long enough for the test',
        context: () => ({ userId: 'ann', permissions: ['reports'] }),
      },
      { durability: { ledger: far }, toolsets: () => [office.tools] },
    );
    const folder = mkdtempSync(join(tmpdir(), 'haft-killed-client-'));
    const children: ChildProcess[] = [];
    atEnd(async () => {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'calls.db');
    const start = (work: 'call' | 'recover'): ChildProcess => {
      const child = fork(PROGRAM, [JSON.stringify({ do: work, file, url, leaseMs: 1000 })]);
      children.push(child);
      return child;
    };

    const client = start('call');
    expect(await once(client, 'message')).toMatchObject([{ progress: { message: 'Page 1 of 3' } }]);
    client.kill('SIGKILL');
    await once(client, 'exit');

    const other = start('recover');
    expect(await once(other, 'message')).toMatchObject([{ progress: { message: 'Page 1 of 3' } }]);
    office.write();
    await once(other, 'exit');

    const ledger = new SqliteCallLedger({ file });
    const [row] = await ledger.list({ states: CALL_STATES });
    expect(row).toMatchObject({ tool: 'report', state: 'done', attempt: 2 });
    expect(JSON.parse(row?.outcome ?? '')).toMatchObject({ status: 'success', value: { pages: 3 } });
    expect(far.list({ states: CALL_STATES })).toHaveLength(1);
    expect(office.ended).toEqual(['report']);
    await ledger.close();
  },
);
