import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { createRuntime, defineTool, toolset, type CallLedger, type Runtime } from '@haft/runtime';
import pg from 'pg';
import { postgresPrograms, startPostgres, type PostgresServer } from '../support/postgres-server.js';
import type { CallRow } from '@haft/runtime';
import { rowLater } from '../support/row-at.js';

const hasPostgres = postgresPrograms() !== undefined;

/** A process whose tool pays in a transaction of Postgres, together with the end of its call. */
function openShop(ledger: CallLedger, pool: pg.Pool, beforeCommit: () => unknown): Runtime {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings: { effect: {} },
    execute: async (_args: object, run: RunContext) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query('INSERT INTO payments (key) VALUES ($1)', [run.idempotencyKey]);
        await beforeCommit();
        await run.ledger.settleIn(client, 'paid');
        await client.query('COMMIT');
        return 'paid';
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  });
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return createRuntime({ toolsets: toolset('shop', [pay]), durability: { ledger }, observe: { logger } });
}

function ignore(): void {
  // The tests look at outcomes.
}

(hasPostgres ? describe : describe.skip)('run.ledger.settleIn in Postgres', () => {
  let server: PostgresServer;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = new pg.Pool({ connectionString: server.connectionString });
    await pool.query('CREATE TABLE payments (key TEXT)');
  });
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  const payments = async (): Promise<number> => (await pool.query('SELECT * FROM payments')).rowCount ?? 0;

  it('commits the effect and the end of the call together [NEW-26]', async () => {
    const ledger = new PostgresCallLedger({ pool });
    const runtime = openShop(ledger, pool, ignore);
    expect(await runtime.startRun({ id: 'a' }).call({ id: 'c', name: 'pay', arguments: {} })).toMatchObject({
      ...{ status: 'success', value: 'paid' },
    });
    expect(await rowLater(ledger, 'a/c')).toMatchObject({ state: 'done', attempt: 1, lease: null });
    expect(await payments()).toBe(1);
  });

  it('ends no call of another owner', async () => {
    const ledger = new PostgresCallLedger({ pool });
    const open = openShop(ledger, pool, async () => {
      const row = (await rowLater(ledger, 'o/c')) as CallRow;
      const lease = { ...row, lease: row.lease ?? '' };
      const end = { state: 'done', outcome: '{}', now: Date.now() } as const;
      for (const not of [{ userId: 'eve' }, { tenantId: 'globex' }])
        expect(await ledger.settleIn(pool, { ...lease, ...not }, end)).toBe(false);
    });
    const outcome = await open.startRun({ id: 'o' }).call({ id: 'c', name: 'pay', arguments: {} });
    expect(outcome).toMatchObject({ status: 'success' });
  });

  it('rolls the effect back if another process took over the call', async () => {
    const ledger = new PostgresCallLedger({ pool });
    const before = await payments();
    const late = openShop(ledger, pool, async () => {
      await ledger.start((await rowLater(ledger, 'b/c')) as CallRow, {
        lease: 'other',
        leaseUntil: 9e12,
        now: 9e12,
        from: ['running'],
      });
    });
    const outcome = await late.startRun({ id: 'b' }).call({ id: 'c', name: 'pay', arguments: {} });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'unknown' });
    expect(await rowLater(ledger, 'b/c')).toMatchObject({ state: 'running', attempt: 2, lease: 'other' });
    expect(await payments()).toBe(before);
  });

  it('ends the call as failed if the transaction rolls back', async () => {
    const ledger = new PostgresCallLedger({ pool });
    const before = await payments();
    const broken = openShop(ledger, pool, () => {
      throw new Error('no connection');
    });
    const outcome = await broken.startRun({ id: 'd' }).call({ id: 'c', name: 'pay', arguments: {} });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
    expect(await rowLater(ledger, 'd/c')).toMatchObject({ state: 'failed' });
    expect(await payments()).toBe(before);
  });

  it('explains a ledger that cannot settle in a transaction', async () => {
    const errors: unknown[] = [];
    const runtime = createRuntime({
      toolsets: toolset('shop', [
        defineTool({
          name: 'pay',
          description: 'Pays.',
          parameters: { type: 'object', properties: {}, additionalProperties: false },
          settings: { effect: {} },
          execute: (_args: object, run: RunContext) =>
            run.ledger.settleIn(pool, 'paid').catch((error: unknown) => errors.push(error)),
        }),
      ]),
      durability: { ledger: new MemoryCallLedger() },
    });
    await runtime.startRun().call({ name: 'pay', arguments: {} });
    expect(errors).toMatchObject([{ code: 'HAFT_INVALID_OPTION' }]);
  });
});
