import { defineTool, toolset } from '@haft/runtime';
import { setTimeout as wait } from 'node:timers/promises';

const parameters = {
  type: 'object',
  properties: {
    cents: { type: 'integer', minimum: 1 },
    ask: { type: 'boolean' },
    slowMs: { type: 'integer', minimum: 0 },
  },
  required: ['cents', 'ask', 'slowMs'],
  additionalProperties: false,
};

/**
 * The tools of the harness. All but the last one pay in the outer world.
 *
 * @param world - the journal of payments outside of the database
 * @param late - the journal of payments in the database that roll back
 */
export function bankOf({ world, late, store, faults }) {
  const slowly = async (slowMs, pay) => {
    faults.pass('in the tool, before it pays');
    await wait(slowMs);
    await pay();
    faults.pass('in the tool, after it paid');
    await wait(slowMs / 2);
    return 'paid';
  };
  const payOutside = ({ slowMs }, run) =>
    slowly(slowMs, () => world.add({ key: run.idempotencyKey, call: `${run.runId}/${run.callId}`, pid: process.pid }));

  const pay = bankTool('bank_pay', { effect: {} }, payOutside);
  const reconcile = (key) =>
    world.entries().some((one) => one.key === key) ? { kind: 'done', value: 'paid' } : { kind: 'notDone' };
  const checked = bankTool('bank_pay_checked', {}, payOutside, { reconcile });
  const sealed = bankTool('bank_pay_sealed', { effect: {} }, ({ slowMs }, run) =>
    slowly(slowMs, () =>
      store.payIn(run.idempotencyKey, `${run.runId}/${run.callId}`, async (client) => {
        faults.pass('in the transaction, before settleIn');
        await run.ledger.settleIn(client, 'paid').catch((error) => {
          late.add({ key: run.idempotencyKey, code: error.code });
          throw error;
        });
        faults.pass('in the transaction, after settleIn');
      }),
    ),
  );
  const readSlowly = async ({ slowMs }) => {
    await wait(slowMs);
    return 'read';
  };
  const read = bankTool('bank_read', {}, readSlowly, { hints: { readOnly: true } });
  const again = bankTool('bank_pay_again', { effect: {} }, payOutside, { hints: { idempotent: true } });
  // Stops when its signal aborts, before it pays or after.
  const stops = bankTool('bank_pay_stops', { effect: {} }, async ({ slowMs }, run) => {
    const { signal } = run;
    await wait(slowMs, undefined, { signal });
    world.add({ key: run.idempotencyKey, call: `${run.runId}/${run.callId}`, pid: process.pid });
    await wait(slowMs, undefined, { signal });
    return 'paid';
  });
  const poison = bankTool('bank_poison', { effect: {} }, () => process.kill(process.pid, 'SIGKILL'), {
    hints: { idempotent: true },
  });
  const background = { background: {} };
  const payLater = bankTool('bank_pay_later', { ...background, effect: {} }, payOutside);
  const checkedLater = bankTool('bank_pay_checked_later', background, payOutside, { reconcile });
  const readLater = bankTool('bank_read_later', background, readSlowly, { hints: { readOnly: true } });
  return toolset('bank', [pay, checked, sealed, read, again, stops, poison, payLater, checkedLater, readLater]);
}

function bankTool(name, settings, execute, more = {}) {
  return defineTool({
    name,
    description: 'A tool of the bank.',
    parameters,
    settings: { approvals: [(args) => args.ask], ...settings },
    ...more,
    execute,
  });
}
