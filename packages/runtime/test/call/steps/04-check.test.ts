import type { ToolOutcome } from '@haft/core';
import { parse } from '../../../src/call/steps/03-parse.js';
import { check } from '../../../src/call/steps/04-check.js';
import type { StepState } from '../../../src/call/steps/step.js';
import { callOf, NEXT, runOf, take } from './step-of.js';

async function checked(name: string, sent: unknown): Promise<{ state: StepState; outcome: ToolOutcome }> {
  const state: StepState = { call: callOf(runOf(), { name, arguments: sent }), sent };
  await take(parse, state);
  return { state, outcome: await take(check, state) };
}

describe('step 4, check', () => {
  it('keeps valid arguments with the call and leaves it to the next step', async () => {
    const { state, outcome } = await checked('desk_add', '{"a":1}');
    expect(outcome.text).toBe(NEXT);
    expect([state.call.wire, state.call.repairs]).toEqual([{ a: 1 }, []]);
  });

  it('keeps the repairs of the arguments', async () => {
    const { state } = await checked('desk_add', '{"a":"1"}');
    expect(state.call.wire).toEqual({ a: 1 });
    expect(state.call.repairs).toMatchObject([{ kind: 'coercion', path: ['a'] }]);
  });

  it('keeps the repairs of values that people gave, before those of the arguments', async () => {
    const sent = '{"a":"1"}';
    const call = callOf(runOf(), { name: 'desk_add', arguments: sent });
    const ofPeople = { path: ['pin'], kind: 'coercion', from: '"1"', to: '1' } as const;
    call.setOptional({ repairsOfPeople: [ofPeople] });
    const state: StepState = { call, sent };
    await take(parse, state);
    await take(check, state);
    expect(call.repairs).toMatchObject([ofPeople, { path: ['a'] }]);
  });

  it('asks the model to correct arguments that the schema does not allow', async () => {
    const { state, outcome } = await checked('desk_add', '{"a":"x"}');
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['a'] }] });
    expect(outcome.text).toContain('- a: expected a number, received "x"');
    expect(state.call.wire).toBeUndefined();
  });

  it('reports every problem at once', async () => {
    const { outcome } = await checked('desk_add', '{"a":"x","b":"y"}');
    expect(outcome.status === 'retry' && outcome.issues.map(({ path }) => path)).toEqual([['a'], ['b']]);
  });
});
