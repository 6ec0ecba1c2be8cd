import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteScheduleStore } from '../../src/schedule/index.js';
import { bundledProgram } from '../support/bundled-program.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

const NOW = Date.parse('2026-11-26T08:00:00Z');
const OWNER = { tenantId: 'acme', userId: 'kim' };

describeSqlite('schedules of several processes', () => {
  const folder = temporaryFolder();
  const program = bundledProgram(join(import.meta.dirname, 'run-program.ts'), join(folder, 'run.mjs'));
  const start = async (file: string, journal: string) => {
    const child = spawn(process.execPath, [program, file, journal, String(NOW)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    await once(child.stdout, 'data');
    return child;
  };
  const fill = async (file: string): Promise<SqliteScheduleStore> => {
    const store = new SqliteScheduleStore({ file });
    const rule = { time: '08:59', recurrence: 'daily', day: '', date: '', timeZone: 'UTC' } as const;
    for (let at = 0; at < 200; at += 1) {
      const rest = {
        description: 'x',
        rule,
        tools: [{ tool: 't', args: {} }],
        prompt: '',
        enabled: true,
        lastOutcome: undefined,
      };
      await store.add({ ...OWNER, id: `s${String(at)}`, ...rest, nextRun: NOW - 1000 - at }, 1000);
    }
    return store;
  };
  const linesOf = (journal: string): readonly string[] =>
    existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [];

  it('execute each of 200 slots once [TOOL-12]', async () => {
    const [file, journal] = [join(folder, 'race.db'), join(folder, 'race.txt')];
    const store = await fill(file);
    const children = await Promise.all([1, 2, 3].map(() => start(file, journal)));
    const codes = await Promise.all(
      children.map(async (child) => {
        child.stdin.write('go\n');
        return (await once(child, 'exit'))[0] as unknown;
      }),
    );
    expect(codes).toEqual([0, 0, 0]);
    const lines = linesOf(journal);
    expect(lines).toHaveLength(200);
    expect(new Set(lines).size).toBe(200);
    expect((await store.list(OWNER, { limit: 200 })).every(({ lastOutcome }) => lastOutcome === 'done')).toBe(true);
    await store.close();
  });

  it('repeat no slot after kill -9, and name those that were interrupted [TOOL-12]', async () => {
    const [file, journal] = [join(folder, 'killed.db'), join(folder, 'killed.txt')];
    const store = await fill(file);
    for (let round = 0; round < 4; round += 1) {
      const child = await start(file, journal);
      const before = linesOf(journal).length;
      child.stdin.write('go\n');
      while (linesOf(journal).length < before + 5 && child.exitCode === null) await new Promise(setImmediate);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    const last = await start(file, journal);
    last.stdin.write('go\n');
    await once(last, 'exit');
    const lines = linesOf(journal);
    expect(new Set(lines).size).toBe(lines.length);
    await store.interrupt(NOW + 3_600_000);
    const outcomes = (await store.list(OWNER, { limit: 200 })).map(({ lastOutcome }) => lastOutcome);
    expect(outcomes.filter((outcome) => outcome === 'done' || outcome === 'interrupted')).toHaveLength(200);
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(lines.length);
    await store.close();
  });

  it('refuse a file with tables of a newer version [TOOL-12]', async () => {
    const file = join(folder, 'newer.db');
    await new SqliteScheduleStore({ file }).close();
    const { openSqlite } = await import('@haft/runtime/sqlite');
    const database = openSqlite(file, { who: 'The test', instead: 'none' });
    database.exec(
      "INSERT INTO haft_schedule_migrations (version, name, hash, applied_at) VALUES (9, 'future', 'x', 0)",
    );
    database.close();
    expect(() => new SqliteScheduleStore({ file })).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_OPTION',
        message: 'The tables of schedules have the unknown version 9.',
      }),
    );
  });
});
