import { Tool, Toolset } from '@haft/core';
import { parse } from '../../../src/call/steps/03-parse.js';
import { check } from '../../../src/call/steps/04-check.js';
import { revive } from '../../../src/call/steps/05-revive.js';
import type { StepState } from '../../../src/call/steps/step.js';
import { reflect } from '../../support/reflect.js';
import { callOf, NEXT, runOf, take } from './step-of.js';

@Toolset()
class Diary {
  @Tool()
  write(day: Date, _pin: number): string {
    return day.toISOString();
  }
}

const diary = reflect(Diary, {
  write: {
    parameters: { day: { type: 'string', format: 'date' }, 'input:pin': { type: 'integer' } },
    read: (value) => {
      const { day } = value as { readonly day?: unknown };
      return typeof day === 'string' ? [new Date(day)] : undefined;
    },
  },
});

async function revived(input?: Readonly<Record<string, unknown>>): Promise<StepState> {
  const sent = '{"day":"2026-01-31"}';
  const call = callOf(runOf({ toolsets: [diary, new Diary()] }), { name: 'write', arguments: sent });
  if (input !== undefined) call.setOptional({ input: input as never });
  const state: StepState = { call, sent };
  for (const step of [parse, check]) await take(step, state);
  expect((await take(revive, state)).text).toBe(NEXT);
  return state;
}

describe('step 5, revive', () => {
  it('gives the tool instances, and keeps the JSON form with the call', async () => {
    const { args, call } = await revived();
    expect(args).toEqual([new Date('2026-01-31')]);
    expect(call.wire).toEqual({ day: '2026-01-31' });
  });

  it('accepts what the user supplied, and keeps it in both forms', async () => {
    const { call } = await revived({ pin: 7 });
    expect(call.optional.input).toEqual({ pin: 7 });
    expect(call.optional.inputArgs).toBeDefined();
  });

  it('drops input that is no longer valid, so that the call asks for it again', async () => {
    const { call } = await revived({ pin: 'secret' });
    expect([call.optional.input, call.optional.inputArgs]).toEqual([undefined, undefined]);
  });
});
