import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { parse } from '../../../src/call/steps/03-parse.js';
import type { StepState } from '../../../src/call/steps/step.js';
import { createRuntime, defineTool, toolset, type RunEvent } from '../../../src/index.js';
import { callOf, NEXT, runOf, take } from './step-of.js';

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
  const runtime = createRuntime({ toolsets: toolset('files', [wipe]), onEvent: (event) => events.push(event) });
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

describe('step 3, parse', () => {
  const parsed = async (name: string, sent: unknown): Promise<{ state: StepState; outcome: ToolOutcome }> => {
    const state: StepState = { call: callOf(runOf(), { name, arguments: sent }), sent };
    return { state, outcome: await take(parse, state) };
  };

  it('reads valid JSON and leaves the call to the next step', async () => {
    const { state, outcome } = await parsed('desk_add', '{"a":1}');
    expect(outcome.text).toBe(NEXT);
    expect(state.parsed?.outcome).toMatchObject({ wire: { a: 1 }, repairs: [] });
  });

  it('repairs broken JSON and notes the repairs [ARG-2]', async () => {
    const { state, outcome } = await parsed('desk_add', '```json\n{a: 1,}\n```');
    expect(outcome.text).toBe(NEXT);
    expect(state.parsed?.outcome).toMatchObject({ wire: { a: 1 } });
    expect(state.parsed?.outcome.repairs).not.toEqual([]);
  });

  it('keeps the problem of arguments that it cannot repair for the next step', async () => {
    const { state, outcome } = await parsed('desk_add', 'add one and two');
    expect(outcome.text).toBe(NEXT);
    expect(state.parsed?.outcome.refusal).toBeDefined();
  });

  it('remembers arguments that an interceptor changed as the sent ones', async () => {
    const call = callOf(runOf(), { name: 'desk_add', arguments: '{"a":1}' });
    const state: StepState = { call, sent: { a: 2 } };
    await take(parse, state);
    expect(call.sent).toEqual({ a: 2 });
    expect(state.parsed?.outcome).toMatchObject({ wire: { a: 2 } });
  });
});
