import { expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { pendingHandler } from '@haft/durable/http';
import { createRuntime, decision, defineTool, toolset, type PendingCall, type Runtime } from '@haft/runtime';
import { keyAt } from '../support/row-at.js';

interface Payment {
  readonly cents: number;
}

const paid: number[] = [];

/** A shop whose payments wait for a person who sees what they would do. */
async function openShop(): Promise<{
  readonly runtime: Runtime;
  readonly ledger: MemoryCallLedger;
  readonly see: () => Promise<PendingCall>;
}> {
  paid.length = 0;
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
    settings: { approvals: [true], effect: {} },
    preview: ({ cents }: Payment) => ({ text: `Pays ${cents}.` }),
    execute: ({ cents }: Payment) => {
      paid.push(cents);
      return 'paid';
    },
  });
  const ledger = new MemoryCallLedger();
  const runtime = createRuntime({ toolsets: toolset('shop', [pay]), durability: { ledger } });
  await runtime.startRun({ id: 'r' }).call({ id: 'c', name: 'pay', arguments: { cents: 5 } });
  return { runtime, ledger, see: async () => (await runtime.pending.get(keyAt(ledger, 'r/c'))) as PendingCall };
}

const idOf = ({ request }: PendingCall): string => request?.id ?? '';
const more = decision.approve({ arguments: { cents: 500 } });

it('refuses the decision of a person who saw a request before another one changed the call [NEW-28]', async () => {
  const { runtime, ledger, see } = await openShop();
  const seen = idOf(await see());
  expect(await runtime.pending.decide(keyAt(ledger, 'r/c'), more, { request: seen })).toMatchObject({
    status: 'success',
  });
  const late = runtime.pending.decide(keyAt(ledger, 'r/c'), decision.approve(), { request: seen });
  await expect(late).rejects.toMatchObject({ code: 'HAFT_DECISION_USED' });
  expect(paid).toEqual([500]);
});

it('takes the request that a person saw over HTTP, and answers 409 to an earlier one', async () => {
  const { runtime, ledger, see } = await openShop();
  const handler = pendingHandler(runtime, { authorize: () => ({ allow: true, scope: 'all', decidedBy: 'ann' }) });
  const post = async (body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await handler(new Request(`http://site.test/pending/${keyAt(ledger, 'r/c')}/decision`, init))).status;
  };
  const request = idOf(await see());
  expect(await post({ decision: more, request })).toBe(200);
  expect(await post({ decision: decision.approve(), request })).toBe(409);
  expect(await post({ decision: decision.approve(), request: 5 })).toBe(400);
  expect(paid).toEqual([500]);
});
