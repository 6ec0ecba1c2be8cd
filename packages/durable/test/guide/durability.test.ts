import { afterAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconciled, type RunContext } from '@haft/core';
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
