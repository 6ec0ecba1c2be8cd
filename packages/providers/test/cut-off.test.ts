import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { APIS, type ApiCase } from './support/apis.js';
import type { Spoken } from './support/fake-api.js';
import type { IdentifiedCall } from '../src/openai.js';

/**
 * Each of the two works without arguments too: a call that was cut off must not run for all that.
 */
const ran: unknown[] = [];
const wiper = (name: string) =>
  defineTool({
    name,
    description: 'Removes everything, or what is under a path.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
    execute: (args) => {
      ran.push([name, args]);
      return 'wiped';
    },
  });
const runtime = createRuntime({ toolsets: toolset('disk', [wiper('wipe_a'), wiper('wipe_b')]) });

const SPOKEN: Spoken = {
  text: 'I will clean up.',
  calls: [
    { id: 'c1', name: 'wipe_a', arguments: '{"path":"tmp/a"}' },
    { id: 'c2', name: 'wipe_b', arguments: '{"path":"tmp/b"}' },
  ],
};
const WHOLE = [
  ['wipe_a', { path: 'tmp/a' }],
  ['wipe_b', { path: 'tmp/b' }],
];

/**
 * Returns the calls that run if the stream breaks off after this many events, and whether the
 * history can continue.
 */
async function cutAt({ make, fake, requestOf }: ApiCase, events: readonly object[]) {
  const api = make();
  const stream = api.stream();
  for (const event of events) stream.push(event);
  const turn = stream.end();
  ran.length = 0;
  await using run = runtime.startRun();
  const outcomes = await run.callAll(turn.calls);
  const history = [...turn.history, ...api.results(turn.calls, outcomes)];
  const refusal = fake.refusal(requestOf(history, api.tools(await run.definitions())));
  return { turn, ran: [...ran], outcomes, refusal };
}

/** The events with the reason for the end of a turn. Later events are not needed. */
const ENDS = /tool_calls"}|response\.completed|"stop_reason":"|"STOP"|messageStop/;

const isTruncated = (call: IdentifiedCall): boolean => call.truncated === true;

describe.each(APIS.map((one) => [one.name, one] as const))('%s: a stream that breaks off', (_name, api) => {
  const events = api.fake.events(SPOKEN);
  const end = events.findIndex((event) => ENDS.test(JSON.stringify(event)));
  const cuts = events.slice(0, end + 1).map((_event, index) => events.slice(0, index));

  it('runs no call that it did not see whole, and none twice [ARG-2]', async () => {
    for (const before of cuts) {
      const { ran: runs } = await cutAt(api, before);
      expect(WHOLE.slice(0, runs.length)).toEqual(runs);
      expect(runs.length).toBeLessThan(2);
    }
  });

  it('runs all calls when it did not break off', async () => {
    const { ran: runs, turn } = await cutAt(api, events);
    expect(runs).toEqual(WHOLE);
    expect(turn).toMatchObject({ stopped: undefined, text: 'I will clean up.' });
  });

  it('answers every call that it saw and reports the early end, so that the conversation can continue', async () => {
    for (const before of cuts) {
      const { turn, outcomes, refusal } = await cutAt(api, before);
      expect(refusal).toBeUndefined();
      expect(turn.stopped).toBe('stream ended');
      const asked = outcomes.filter(({ status }: ToolOutcome) => status === 'retry').length;
      expect(asked).toBe(turn.calls.filter(isTruncated).length);
    }
  });
});

describe.each(APIS.map((one) => [one.name, one] as const))('%s: a stream that continues', (_name, { make, fake }) => {
  it('shows the arguments of each call as far as they are written', () => {
    const stream = make().stream();
    const seen = new Map<string, string[]>();
    for (const event of fake.events(SPOKEN)) {
      for (const call of stream.push(event)) {
        const { path } = call.partial().value as { path?: string };
        const { isComplete } = call.partial();
        expect(isComplete || !call.isComplete).toBe(true);
        seen.set(call.name, [...(seen.get(call.name) ?? []), path ?? '']);
      }
    }
    for (const [name, values] of seen) {
      const whole = name === 'wipe_a' ? 'tmp/a' : 'tmp/b';
      expect(values.at(-1)).toBe(whole);
      expect(values.every((value, index) => whole.startsWith(value) && value.startsWith(values[index - 1] ?? ''))).toBe(
        true,
      );
    }
    expect([...seen.keys()]).toEqual(['wipe_a', 'wipe_b']);
  });

  it('reports the problem of a value as soon as it is complete', () => {
    const stream = make().stream();
    const wrong: Spoken = { calls: [{ id: 'c1', name: 'wipe_a', arguments: '{"path":5,"sure":true}' }] };
    const schema = { type: 'object', properties: { path: { type: 'string' } } } as const;
    const issues = fake
      .events(wrong)
      .flatMap((event) => stream.push(event).flatMap((call) => call.partial(schema).issues));
    expect(issues[0]).toMatchObject({ path: ['path'], expected: 'a string', received: '5' });
  });
});

describe.each(APIS.map((one) => [one.name, one] as const))(
  '%s: a reply that was cut at the limit',
  (_name, { make, fake }) => {
    it.each(['{"path":"tmp/b"}', '{"path":"tm', ''])(
      'never runs its last call, even when %p reads as arguments',
      (args) => {
        const spoken: Spoken = {
          calls: [
            { id: 'c1', name: 'wipe_a', arguments: '{"path":"tmp/a"}' },
            { id: 'c2', name: 'wipe_b', arguments: args },
          ],
          cut: true,
        };
        const { calls, stopped } = make().read(fake.whole(spoken));
        expect(stopped).toEqual(expect.any(String));
        expect(calls.at(-1)).toMatchObject({ name: 'wipe_b', truncated: true });
      },
    );

    it('runs the calls before it', () => {
      const first: Spoken = {
        calls: [{ id: 'c1', name: 'wipe_a', arguments: '{}' }, ...(SPOKEN.calls ?? [])],
        cut: true,
      };
      const { calls } = make().read(fake.whole(first));
      // OpenAI Responses has a status for every item. In the fake, all are incomplete.
      expect(calls.map(isTruncated).slice(0, 2)).toEqual(_name === 'OpenAI Responses' ? [true, true] : [false, false]);
    });
  },
);
