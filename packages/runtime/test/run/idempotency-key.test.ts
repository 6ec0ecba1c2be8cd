import { expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { createRuntime, defineTool, toolset } from '../../src/index.js';

interface Made {
  readonly run?: string;
  readonly call?: string;
  readonly version?: string;
  readonly args?: object;
}

async function keyOf({
  run = 'r1',
  call = 'c1',
  version = '1',
  args = { to: 'ada', amount: 5 },
}: Made): Promise<unknown> {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    version,
    parameters: { type: 'object', properties: { to: { type: 'string' }, amount: { type: 'number' } } },
    execute: (_args: object, context: RunContext) => context.idempotencyKey,
  });
  const runtime = createRuntime({ toolsets: toolset('bank', [pay]) });
  const outcome = await runtime.startRun({ id: run }).call({ id: call, name: 'pay', arguments: args });
  return outcome.status === 'success' ? outcome.value : outcome;
}

it('an idempotency key is made of run, call, tool and arguments, whatever a model sends for it [TSP-10, DUR-1]', async () => {
  const key = await keyOf({});
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf({ args: { amount: 5, to: 'ada' } })).toBe(key);
  const others = [{ run: 'r2' }, { call: 'c2' }, { version: '2' }, { args: { to: 'ada', amount: 6 } }];
  expect(new Set([key, ...(await Promise.all(others.map(keyOf)))]).size).toBe(5);
  const forged = await keyOf({ args: { to: 'ada', amount: 5, idempotencyKey: 'mine' } });
  expect([forged, forged === key]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), false]);
});
