import { afterAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconciled, type RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { createRuntime, decision, defineTool, toolset, type PendingRun } from '@haft/runtime';

/* The examples of docs/guide/durability.md. */

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-guide-'));
const file = join(folder, 'calls.db');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A payment provider that takes each key once. */
const payments = {
  made: new Map<string, number>(),
  pay(cents: number, key: string): { paid: number } {
    this.made.set(key, cents);
    return { paid: cents };
  },
  find(key: string): { paid: number } | undefined {
    const cents = this.made.get(key);
    return cents === undefined ? undefined : { paid: cents };
  },
};

(hasSqlite ? test : test.skip)('a refund waits in the ledger and is paid once [NEW-26, NEW-27]', async () => {
  // #region tool
  const refund = defineTool({
    name: 'refund',
    description: 'Refunds money to a customer.',
    parameters: {
      type: 'object',
      properties: { cents: { type: 'integer', minimum: 1 } },
      required: ['cents'],
      additionalProperties: false,
    },
    settings: { approvals: [true] },
    execute: ({ cents }: { cents: number }, run: RunContext) => payments.pay(cents, run.idempotencyKey),
    // Finds out what became of a call whose process died.
    reconcile: (key: string) => {
      const found = payments.find(key);
      return found === undefined ? reconciled.notDone() : reconciled.done(found);
    },
  });
  // #endregion tool
  const toolsets = [toolset('shop', [refund])];

  // #region runtime
  const ledger = new SqliteCallLedger({ file });
  const runtime = createRuntime({ toolsets, durability: { ledger } });
  const recover = async (): Promise<void> => {
    const { failed } = await runtime.recover();
    for (const { key, error } of failed) console.error(`The call ${key} cannot continue.`, error);
  };
  // At the start of the process, and then about every minute. The start does not wait for it.
  void recover().catch(console.error);
  const timer = setInterval(() => void recover().catch(console.error), 60_000);
  // #endregion runtime
  timer.unref();

  const run = runtime.startRun({ id: 'chat-1', userId: 'ann' });
  const outcome = await run.call({ id: 'call-1', name: 'refund', arguments: { cents: 900 } });
  expect(outcome.status).toBe('deferred');

  const shown: string[] = [];
  // #region decide
  const { calls } = await runtime.pending.list({ userId: 'ann' });
  for (const call of calls) shown.push(`${call.tool} ${JSON.stringify(call.arguments)}`);
  const decided = await runtime.pending.decide(calls[0]?.key ?? '', decision.approve());
  // #endregion decide
  expect(shown).toEqual(['refund {"cents":900}']);
  expect(decided).toMatchObject({ status: 'success', value: { paid: 900 } });
  expect([...payments.made.values()]).toEqual([900]);

  // #region resume
  const { outcomes } = await runtime.resumeRun(run.pending(), {}, { partial: true });
  // #endregion resume
  expect(outcomes).toMatchObject([{ status: 'success', value: { paid: 900 } }]);

  // #region stored
  const saved = await ledger.getRun({ runId: 'chat-1', tenantId: '', userId: 'ann' });
  if (saved === undefined) throw new Error('The run is not paused.');
  const continued = await runtime.resumeRun(JSON.parse(saved.pending) as PendingRun, {}, { partial: true });
  // #endregion stored
  expect(continued.outcomes).toMatchObject([{ status: 'success', value: { paid: 900 } }]);

  // #region prune
  await ledger.prune({ before: Date.now() - 90 * 24 * 60 * 60 * 1000, limit: 1000 });
  // #endregion prune
  clearInterval(timer);
  ledger.close();
});

/** A system that works on jobs. It takes each key once. */
const renderer = {
  started: 0,
  start(_film: string, key: string): Promise<string> {
    this.started++;
    return Promise.resolve(`job of ${key}`);
  },
  wait(job: string): Promise<{ failure?: string; url: string }> {
    return Promise.resolve({ url: `https://films.example/${job.length}` });
  },
};

test('a tool finds the job that it started before its process died [NEW-42]', async () => {
  // #region job
  const render = defineTool({
    name: 'render',
    description: 'Renders a film.',
    parameters: {
      type: 'object',
      properties: { film: { type: 'string' } },
      required: ['film'],
      additionalProperties: false,
    },
    execute: async ({ film }: { film: string }, run: RunContext) => {
      const job = await renderer.start(film, run.idempotencyKey);
      await run.ledger.keep({ job });
      return (await renderer.wait(job)).url;
    },
    reconcile: async (_key: string, _args: object, run: RunContext) => {
      const { job } = (run.ledger.kept ?? {}) as { job?: unknown };
      if (typeof job !== 'string') return reconciled.unknown();
      const { failure, url } = await renderer.wait(job);
      return failure === undefined ? reconciled.done(url) : reconciled.failed(failure);
    },
  });
  // #endregion job
  const ledger = new MemoryCallLedger();
  const open = () => createRuntime({ toolsets: toolset('films', [render]), durability: { ledger } });
  expect(
    await open()
      .startRun({ id: 'a' })
      .call({ id: 'c', name: 'render', arguments: { film: 'M' } }),
  ).toMatchObject({
    status: 'success',
  });
  const [row] = ledger.list({ states: ['done'] });
  if (row === undefined) throw new Error('The call has no row.');
  expect(JSON.parse(row.kept ?? '')).toEqual({ job: expect.stringContaining('job of ') });

  // The same row, as a process leaves it that dies while it waits.
  ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 10 });
  ledger.propose([{ ...row, state: 'running', lease: 'dead', leaseUntil: 1 }]);
  ledger.keep({ ...row, attempt: 1, lease: 'dead' }, row.kept ?? '');
  await open().recover({ idleMs: 0 });
  expect(ledger.list({ states: ['done'] })).toMatchObject([{ key: row.key, attempt: 2, outcome: row.outcome }]);
  expect(renderer.started).toBe(1);
});
