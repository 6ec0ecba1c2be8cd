import { CallSuspended, type RunContext } from '@haft/core';
import { CALL_STATES, createRuntime, decision, defineTool, toolset, type CallRow, type Runtime } from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { openBank, World } from './bank.js';
import { keyAt, rowAt } from '../support/row-at.js';

const parameters = { type: 'object', properties: { bill: { type: 'string' } }, additionalProperties: false } as const;

/**
 * A process with a tool `pay`, and two programs: `middle` calls `pay`, and `top` calls `middle`.
 */
function openPrograms(ledger: MemoryCallLedger, paid: string[]): Runtime {
  const program = (name: string, inner: string) =>
    defineTool({
      ...{ name, description: name, parameters },
      execute: async (args: object, run: RunContext) => {
        const id = `${run.callId}.${inner}`;
        const outcome = run.calls.resumed?.outcomes[id] ?? (await run.calls.call({ id, name: inner, arguments: args }));
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
  return createRuntime({ toolsets: toolset('bank', tools), durability: { ledger } });
}

const outerKey = ({ call }: Pick<CallRow, 'call'>): unknown => (JSON.parse(call) as { readonly outer?: unknown }).outer;
const outerOf = (ledger: MemoryCallLedger, path: string): unknown => outerKey(rowAt(ledger, path) ?? { call: '{}' });

const rowsOf = (ledger: MemoryCallLedger, callId: string): readonly CallRow[] =>
  ledger.list({ states: CALL_STATES, runId: 'r', callId });

describe('a call whose id the model uses again', () => {
  test('has a row and an idempotency key of its own [NEW-26]', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const run = openBank(ledger, world).startRun({ id: 'r' });
    for (const cents of [1, 2]) await run.call({ id: 'c', name: 'pay_now', arguments: { cents } });
    expect(rowsOf(ledger, 'c').map(({ state }) => state)).toEqual(['done', 'done']);
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
    const [first, second] = [1, 2].map((cents) =>
      rowsOf(ledger, 'c').find((row) => row.call.includes(`"cents":${cents}`)),
    );
    await openBank(ledger, world).pending.decide(second?.key ?? '', decision.approve());
    expect(world.payments).toMatchObject([{ cents: 2 }]);
    expect(first && ledger.get(first)?.state).toBe('awaiting');
  });
});

describe('the rows of nested programs [NEW-26]', () => {
  test('name the row of the program that made the call, at each level', async () => {
    const ledger = new MemoryCallLedger();
    await openPrograms(ledger, []).startRun({ id: 'r' }).call({ id: 't', name: 'top', arguments: {} });
    expect(outerOf(ledger, 'r/t')).toBeUndefined();
    expect(outerOf(ledger, 'r/t.middle')).toBe(keyAt(ledger, 'r/t'));
    expect(outerOf(ledger, 'r/t.middle.pay')).toBe(keyAt(ledger, 'r/t.middle'));
  });

  test('continue the program of the decided call, and no other of the same id', async () => {
    const [ledger, paid]: [MemoryCallLedger, string[]] = [new MemoryCallLedger(), []];
    const run = openPrograms(ledger, paid).startRun({ id: 'r' });
    for (const turn of ['one', 'two']) await run.call({ id: 't', name: 'top', arguments: { bill: turn }, turn });
    await run.end();
    const idOf = (row: CallRow, outer: string | undefined): string => `${row.callId} in ${outer ?? row.turn}`;
    const named = new Map<string, string>();
    const byName = new Map<string, CallRow>();
    for (const callId of ['t', 't.middle', 't.middle.pay']) {
      for (const row of rowsOf(ledger, callId)) {
        const name = idOf(row, named.get(String(outerKey(row))));
        named.set(row.key, name);
        byName.set(name, row);
      }
    }
    const chain = (turn: string): readonly (CallRow | undefined)[] => {
      const names = ['t', 't.middle', 't.middle.pay'].reduce<string[]>(
        (all, id) => [...all, `${id} in ${all.at(-1) ?? turn}`],
        [],
      );
      return names.map((name) => byName.get(name));
    };
    const [program, , pay] = chain('two');
    const other = openPrograms(ledger, paid);
    await other.pending.decide(pay?.key ?? '', decision.approve());
    await other.recover({ idleMs: 0 });
    expect((await other.pending.get(program?.key ?? ''))?.outcome).toMatchObject({ value: 'top: middle: paid' });
    expect(chain('one').map((row) => row && ledger.get(row)?.state)).toEqual(Array(3).fill('awaiting'));
    expect(paid).toHaveLength(1);
  });
});
