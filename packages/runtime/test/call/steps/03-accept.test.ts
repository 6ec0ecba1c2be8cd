import { describe, expect, it } from '@jest/globals';
import { Tool, Toolset, type ToolOutcome } from '@haft/core';
import type { Call } from '../../../src/call/call.js';
import { accept } from '../../../src/call/steps/03-accept.js';
import { createRuntime, defineTool, toolset, type RunEvent } from '../../../src/index.js';
import { reflect } from '../../support/reflect.js';
import { load } from '../../../src/call/steps/load.js';
import { callOf, runOf } from './step-of.js';

const TEXT =
  'The call was cut off before its end, and was not executed; send it again completely.\n\nFix the errors and try again.';

function start(): {
  run: ReturnType<ReturnType<typeof createRuntime>['startRun']>;
  events: RunEvent[];
  runs: () => number;
} {
  const events: RunEvent[] = [];
  let runs = 0;
  const wipe = defineTool({
    name: 'wipe',
    description: 'Removes everything, or what is under a path.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
    execute: () => `wiped ${++runs}`,
  });
  const runtime = createRuntime({
    toolsets: toolset('files', [wipe]),
    observe: { onEvent: (event) => events.push(event) },
  });
  return { run: runtime.startRun({ retries: 1 }), events, runs: () => runs };
}

describe('a call that was cut off [ARG-2]', () => {
  it.each(['', '{}', '{"path":"a"}', '{"path":"a', undefined])(
    'is never executed, with arguments %p: the model is asked to send it again',
    async (args) => {
      const { run, events, runs } = start();
      const outcome = await run.call({ id: 'c1', name: 'wipe', arguments: args, truncated: true });
      expect(outcome).toMatchObject({ status: 'retry', callId: 'c1', tool: 'wipe', text: TEXT, issues: [] });
      expect(runs()).toBe(0);
      expect(events).toMatchObject([{ type: 'retry', callId: 'c1', attempt: 0 }]);
    },
  );

  it('spends the retry budget, in a batch too', async () => {
    const { run } = start();
    const call = { name: 'wipe', arguments: '{}', truncated: true } as const;
    const [first] = await run.callAll([call]);
    const [second] = await run.callAll([call]);
    expect([first?.status, second?.status]).toEqual(['retry', 'failed']);
    expect(second).toMatchObject({ exhausted: true });
  });

  it('does not disturb the other calls of its message', async () => {
    const { run } = start();
    const outcomes = await run.callAll([{ name: 'wipe' }, { name: 'wipe', truncated: true }]);
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'retry']);
  });
});

/** Takes the steps for the arguments, and the one that loads their code. */
async function take(call: Call): Promise<ToolOutcome | undefined> {
  return (await load.run(call)) ?? accept.run(call);
}

describe('steps 3 to 5, accept', () => {
  const accepted = async (sent: unknown): Promise<{ call: Call; answer: ToolOutcome | undefined }> => {
    const call = callOf(runOf(), { name: 'desk_add', arguments: sent });
    return { call, answer: await take(call) };
  };

  it('keeps valid arguments with the call, in both forms, and lets it continue', async () => {
    const { call, answer } = await accepted('{"a":1}');
    expect(answer).toBeUndefined();
    expect([call.wire, call.repairs, call.args]).toEqual([{ a: 1 }, [], expect.anything()]);
  });

  it('repairs broken JSON and keeps the repairs [ARG-2]', async () => {
    const { call, answer } = await accepted('```json\n{a: 1,}\n```');
    expect([answer, call.wire]).toEqual([undefined, { a: 1 }]);
    expect(call.repairs).not.toEqual([]);
  });

  it('keeps the coercions of values', async () => {
    const { call } = await accepted('{"a":"1"}');
    expect(call.wire).toEqual({ a: 1 });
    expect(call.repairs).toMatchObject([{ kind: 'coercion', path: ['a'] }]);
  });

  it('keeps the repairs of values that people gave, before those of the arguments', async () => {
    const call = callOf(runOf(), { name: 'desk_add', arguments: '{"a":"1"}' });
    const ofPeople = { path: ['pin'], kind: 'coercion', from: '"1"', to: '1' } as const;
    call.decided = { ...call.decided, repairsOfPeople: [ofPeople] };
    await take(call);
    expect(call.repairs).toMatchObject([ofPeople, { path: ['a'] }]);
  });

  it('asks the model to correct a text that is not JSON', async () => {
    const { call, answer } = await accepted('add one and two');
    expect(answer).toMatchObject({ status: 'retry', text: expect.stringContaining('not valid JSON') });
    expect(call.wire).toBeUndefined();
  });

  it('asks the model to correct arguments that the schema does not allow', async () => {
    const { call, answer } = await accepted('{"a":"x"}');
    expect(answer).toMatchObject({ status: 'retry', issues: [{ path: ['a'] }] });
    expect(answer?.text).toContain('- a: expected a number, received "x"');
    expect([call.wire, call.args]).toEqual([undefined, undefined]);
  });

  it('reports every problem at once', async () => {
    const { answer } = await accepted('{"a":"x","b":"y"}');
    expect(answer?.status === 'retry' && answer.issues.map(({ path }) => path)).toEqual([['a'], ['b']]);
  });
});

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

describe('step 5, revive', () => {
  const revived = async (input?: Readonly<Record<string, unknown>>): Promise<Call> => {
    const run = runOf({ toolsets: [diary, new Diary()] });
    const call = callOf(run, { name: 'write', arguments: '{"day":"2026-01-31"}' });
    if (input !== undefined) call.decided = { ...call.decided, input: input as never };
    expect(await take(call)).toBeUndefined();
    return call;
  };

  it('gives the tool instances, and keeps the JSON form with the call', async () => {
    const { args, wire } = await revived();
    expect(args).toEqual([new Date('2026-01-31')]);
    expect(wire).toEqual({ day: '2026-01-31' });
  });

  it('accepts what the user supplied, and keeps it in both forms', async () => {
    const { decided } = await revived({ pin: 7 });
    expect(decided.input).toEqual({ pin: 7 });
    expect(decided.inputArgs).toBeDefined();
  });

  it('drops input that is no longer valid, so that the call asks for it again', async () => {
    const { decided } = await revived({ pin: 'secret' });
    expect([decided.input, decided.inputArgs]).toEqual([undefined, undefined]);
  });
});
