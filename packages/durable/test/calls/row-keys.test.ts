import { CallSuspended, type RunContext } from '@haft/core';
import { createRuntime, decision, defineTool, toolset, type Runtime } from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { openBank, World } from './bank.js';

const parameters = { type: 'object', properties: {}, additionalProperties: false } as const;

/**
 * A process with a tool `pay`, and two programs: `middle` calls `pay`, and `top` calls `middle`.
 */
function openPrograms(ledger: MemoryCallLedger, paid: string[]): Runtime {
  const program = (name: string, inner: string) =>
    defineTool({
      ...{ name, description: name, parameters },
      execute: async (_args: object, run: RunContext) => {
        const id = `${run.callId}.${inner}`;
        const outcome = run.resumed?.outcomes[id] ?? (await run.call({ id, name: inner, arguments: {} }));
        if (outcome.status === 'deferred') throw new CallSuspended({ state: {}, waits: [outcome] });
        return `${name}: ${outcome.text}`;
      },
    });
  const pay = defineTool({
    ...{ name: 'pay', description: 'Pays.', parameters, settings: { approvals: [true as const], effect: {} } },
    execute: (_args: object, run: RunContext) => {
      paid.push(run.idempotencyKey);
      return 'paid';
    },
  });
  const tools = [program('top', 'middle'), program('middle', 'pay'), pay];
  return createRuntime({ toolsets: toolset('bank', tools), ledger });
}

const outerOf = (ledger: MemoryCallLedger, key: string): unknown =>
  (JSON.parse(ledger.get(key)?.call ?? '{}') as { readonly outer?: unknown }).outer;

describe('a call whose id the model uses again', () => {
  test('has a row and an idempotency key of its own [NEW-26]', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const run = openBank(ledger, world).startRun({ id: 'r' });
    for (const cents of [1, 2]) await run.call({ id: 'c', name: 'pay_now', arguments: { cents } });
    expect(['r/c', 'r/c/2'].map((key) => ledger.get(key)?.state)).toEqual(['done', 'done']);
    expect(world.payments.map(({ cents }) => cents)).toEqual([1, 2]);
    expect(new Set(world.payments.map(({ key }) => key)).size).toBe(2);
    await run.end();
  });

  test('is decided apart from the first one', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const bank = openBank(ledger, world);
    const run = bank.startRun({ id: 'r' });
    for (const cents of [1, 2]) await run.call({ id: 'c', name: 'pay', arguments: { cents } });
    await run.end();
    await openBank(ledger, world).pending.decide('r/c/2', decision.approve());
    expect(world.payments).toMatchObject([{ cents: 2 }]);
    expect(ledger.get('r/c')?.state).toBe('awaiting');
  });
});

describe('the rows of nested programs [NEW-26]', () => {
  test('name the row of the program that made the call, at each level', async () => {
    const ledger = new MemoryCallLedger();
    await openPrograms(ledger, []).startRun({ id: 'r' }).call({ id: 't', name: 'top', arguments: {} });
    expect(outerOf(ledger, 'r/t')).toBeUndefined();
    expect(outerOf(ledger, 'r/t.middle')).toBe('r/t');
    expect(outerOf(ledger, 'r/t.middle.pay')).toBe('r/t.middle');
  });

  test('continue the program of the decided call, and no other of the same id', async () => {
    const [ledger, paid]: [MemoryCallLedger, string[]] = [new MemoryCallLedger(), []];
    const run = openPrograms(ledger, paid).startRun({ id: 'r' });
    for (let use = 0; use < 2; use++) await run.call({ id: 't', name: 'top', arguments: {} });
    await run.end();
    expect(outerOf(ledger, 'r/t.middle.pay/2')).toBe('r/t.middle/2');
    const other = openPrograms(ledger, paid);
    await other.pending.decide('r/t.middle.pay/2', decision.approve());
    await other.recover({ idleMs: 0 });
    expect((await other.pending.get('r/t/2'))?.outcome).toMatchObject({ value: 'top: middle: paid' });
    expect(['r/t', 'r/t.middle', 'r/t.middle.pay'].map((key) => ledger.get(key)?.state)).toEqual(
      Array(3).fill('awaiting'),
    );
    expect(paid).toHaveLength(1);
  });
});
