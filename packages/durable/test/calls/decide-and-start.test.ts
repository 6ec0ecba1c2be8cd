import { decision, type CallLedger, type CallRef } from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { openBank, World } from './bank.js';
import { keyAt } from '../support/row-at.js';

/** Returns a ledger that names its changes of rows and its reads of runs. */
function recorded(ledger: MemoryCallLedger, seen: string[], options: { readonly begins?: boolean } = {}): CallLedger {
  const named = ['decide', 'start', 'settle', 'getRun'] as const;
  return Object.assign(Object.create(ledger) as CallLedger, {
    ...Object.fromEntries(
      named.map((name) => [
        name,
        (...args: unknown[]) => {
          seen.push(name);
          return (ledger[name] as (...given: unknown[]) => unknown).apply(ledger, args);
        },
      ]),
    ),
    ...(options.begins === false && {
      decide: (call: CallRef, { begin: _begin, ...given }: Parameters<MemoryCallLedger['decide']>[1]) => {
        seen.push('decide');
        return ledger.decide(call, given);
      },
    }),
  });
}

describe('a decision', () => {
  let store: MemoryCallLedger;
  let world: World;
  let seen: string[];
  let states: string[];

  beforeEach(async () => {
    [store, world, seen, states] = [new MemoryCallLedger(), new World(), [], []];
    const run = openBank(store, world).startRun({ id: 'r' });
    await run.call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
    await run.end();
    store.onChange(({ state }) => states.push(state));
  });

  const decide = (ledger: CallLedger, given = decision.approve(), execute = true) =>
    openBank(ledger, world).pending.decide(keyAt(store, 'r/c1'), given, { execute });

  it('begins the call that it approves, in the same write, and reads its run once', async () => {
    expect(await decide(recorded(store, seen))).toMatchObject({ status: 'success', value: { paid: 5 } });
    expect(seen).toEqual(['getRun', 'decide', 'settle']);
    expect(states).toEqual(['running', 'done']);
    expect(world.payments).toHaveLength(1);
  });

  it('is followed by the start, with a ledger that only decides', async () => {
    expect(await decide(recorded(store, seen, { begins: false }))).toMatchObject({ status: 'success' });
    expect(seen).toEqual(['getRun', 'decide', 'start', 'settle']);
    expect(world.payments).toHaveLength(1);
  });

  it('leaves the call approved if it is not executed', async () => {
    expect(await decide(recorded(store, seen), decision.approve(), false)).toMatchObject({ status: 'deferred' });
    expect([seen, states]).toEqual([['getRun', 'decide'], ['approved']]);
  });

  it('that denies is kept before the attempt begins, so that a dead process leaves no unknown end', async () => {
    expect(await decide(recorded(store, seen), decision.deny('No.'))).toMatchObject({ status: 'denied' });
    expect(states).toEqual(['approved', 'running', 'denied']);
    expect(world.payments).toEqual([]);
  });
});
