import { describe, expect, it } from '@jest/globals';
import { decision, type Run } from '../../src/index.js';
import { openBank } from './bank.js';

/* Calls of a run without a ledger that a model repeats while they wait. */

const pay = (id: string, amount = 500) => ({ id, name: 'pay', arguments: { amount, pin: '1234' } });
const requestIds = (run: Run): readonly string[] => run.pending().requests.map(({ id }) => id);

describe('an equal call of a later batch', () => {
  it('gets the open request, and runs once after the approval [HITL-1]', async () => {
    const { run, bank } = openBank();
    const [first] = await run.callAll([pay('a')]);
    const [again] = await run.callAll([pay('b')]);
    expect(again).toMatchObject({ status: 'deferred', callId: 'b', text: first?.text });
    const [id = '', ...others] = requestIds(run);
    expect(others).toEqual([]);
    const outcomes = await run.resume({ [id]: true });
    expect(outcomes.map(({ callId, status }) => [callId, status])).toEqual([
      ['a', 'success'],
      ['b', 'success'],
    ]);
    expect(bank.done).toEqual(['pay 500 1234']);
  });

  it('gets the open request of a run that continues elsewhere', async () => {
    const { run, runtime, bank } = openBank();
    await run.callAll([pay('a'), pay('x', 700)]);
    const [one = '', other = ''] = requestIds(run);
    const pending = JSON.parse(JSON.stringify(run.pending())) as ReturnType<Run['pending']>;
    const { run: next } = await runtime.resumeRun(pending, { [other]: decision.deny() }, { partial: true });
    expect(await next.callAll([pay('b')])).toMatchObject([{ status: 'deferred', request: { id: one } }]);
    await next.resume({ [one]: true });
    expect(bank.done).toEqual(['pay 500 1234']);
  });

  it.each([
    ['has other arguments', [pay('a'), pay('b', 600)]],
    ['comes after a denial', [pay('a'), 'deny', pay('b')]],
    ['comes after an approval', [pay('a'), 'approve', pay('b')]],
  ] as const)('asks again if it %s', async (_what, steps) => {
    const { run } = openBank();
    const asked = new Set<string>();
    for (const step of steps) {
      if (typeof step === 'string') await run.resume({ [requestIds(run)[0] ?? '']: step === 'approve' });
      else await run.callAll([step]);
      for (const id of requestIds(run)) asked.add(id);
    }
    expect(asked.size).toBe(2);
  });

  it.each<[string, (run: Run) => Promise<unknown>]>([
    ['of one batch', (run) => run.callAll([pay('a'), pay('b')])],
    ['that are made at the same time', (run) => Promise.all([run.callAll([pay('a')]), run.callAll([pay('b')])])],
  ])('does not count calls %s, which are two requests', async (_what, make) => {
    const { run } = openBank();
    await make(run);
    expect(new Set(requestIds(run)).size).toBe(2);
  });
});
