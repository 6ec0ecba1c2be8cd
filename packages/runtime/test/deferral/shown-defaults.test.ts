import { describe, expect, it } from '@jest/globals';
import { Cached, RequiresApproval, Tool, Toolset } from '@haft/core';
import { createRuntime, decision, defineTool, toolset } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Shop {
  static calls = 0;

  @Tool()
  @RequiresApproval()
  pay(amount: number, currency = 'EUR', order: { readonly express?: boolean } = {}): string {
    return `${amount} ${currency} ${String(order.express)}`;
  }

  @Tool()
  @RequiresApproval()
  give(kind: 'book' | null, n = 5): string {
    return `${String(kind)} ${n}`;
  }

  @Tool()
  @Cached({ ttlMs: 60_000, scope: 'run' })
  rate(n = 5): string {
    return `${n}: ${++Shop.calls}`;
  }
}
const order = {
  anyOf: [
    {
      type: 'object',
      properties: { note: { type: 'string', default: '-' } },
      required: ['note'],
      additionalProperties: false,
    },
    { type: 'object', properties: { express: { type: 'boolean', default: false } }, additionalProperties: false },
  ],
} as const;
const shop = reflect(Shop, {
  pay: {
    parameters: { amount: { type: 'number' }, 'currency?': { type: 'string', default: 'EUR' }, 'order?': order },
  },
  give: { parameters: { kind: { enum: [null, 'book'] }, 'n?': { type: 'integer', default: 5 } } },
  rate: { parameters: { 'n?': { type: 'integer', default: 5 } } },
});
const open = () => createRuntime({ toolsets: shop, observe: { logger: quietLogger() } });

describe('defaults of arguments [HITL-1]', () => {
  it('are shown to the approver as the method gets them, also in a branch of a union', async () => {
    const run = open().startRun();
    expect(await run.call({ name: 'pay', arguments: { amount: 5, order: {} } })).toMatchObject({
      request: { arguments: { amount: 5, currency: 'EUR', order: { express: false } } },
    });
    expect(await run.waitsFor({ name: 'pay', arguments: { amount: 5 } })).toMatchObject({
      arguments: { amount: 5, currency: 'EUR' },
    });
  });

  it('are found in a schema that has null', async () => {
    const outcome = await open()
      .startRun()
      .call({ name: 'give', arguments: { kind: null } });
    expect(outcome).toMatchObject({ request: { arguments: { kind: null, n: 5 } } });
  });

  it('make one fingerprint with the same value that is sent', async () => {
    const runtime = open();
    const fingerprintOf = async (sent: object): Promise<string | undefined> => {
      const outcome = await runtime.startRun({ id: 'r1' }).call({ name: 'pay', arguments: sent });
      return outcome.status === 'deferred' ? outcome.request.fingerprint : undefined;
    };
    const first = await fingerprintOf({ amount: 5 });
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await fingerprintOf({ currency: 'EUR', amount: 5 })).toBe(first);
    expect(await fingerprintOf({ amount: 5, currency: 'USD' })).not.toBe(first);
  });

  it('do not count as changed when the approver sends them back', async () => {
    const run = open().startRun();
    const outcome = await run.call({ name: 'pay', arguments: { amount: 5 } });
    const { id, arguments: shown } = (outcome as Extract<typeof outcome, { status: 'deferred' }>).request;
    const approved = decision.approve({ arguments: { ...shown, amount: 4 } });
    expect(await run.resume({ [id]: approved })).toMatchObject([
      { text: 'The arguments were changed by the user: amount.\n\n4 EUR undefined' },
    ]);
  });

  it('make one cache entry with the same value that is sent [CACHE-1]', async () => {
    const run = open().startRun();
    const texts: string[] = [];
    for (const sent of [{}, { n: 5 }, { n: 6 }]) texts.push((await run.call({ name: 'rate', arguments: sent })).text);
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).not.toBe(texts[0]);
  });
});

it('a cache of scope run keeps two users apart that have the same run id [CACHE-2]', async () => {
  const runtime = open();
  const ask = async (userId: string) => (await runtime.startRun({ id: 'r1', userId }).call({ name: 'rate' })).text;
  const ada = await ask('ada');
  expect(await ask('ada')).toBe(ada);
  expect(await ask('bob')).not.toBe(ada);
});

it.each(['run', 'user'] as const)('a cache of scope %s keeps two tenants apart [CACHE-2]', async (scope) => {
  let calls = 0;
  const count = defineTool({
    name: 'count',
    description: 'Counts.',
    parameters: { type: 'object' },
    settings: { cached: { scope, ttlMs: 60_000 } },
    execute: () => `${++calls}`,
  });
  const runtime = createRuntime({ toolsets: toolset('desk', [count]) });
  const ask = async (tenantId: string) =>
    (await runtime.startRun({ id: 'r1', userId: '1', tenantId }).call({ name: 'count' })).text;
  expect([await ask('a'), await ask('a'), await ask('b')]).toEqual(['1', '1', '2']);
});
