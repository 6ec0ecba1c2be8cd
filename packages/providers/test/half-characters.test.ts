import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import type { IdentifiedCall, ModelTurn } from '../src/openai.js';
import { APIS } from './support/apis.js';
import type { Spoken } from './support/fake-api.js';

/* Half of a surrogate pair in a request makes a provider reject it, and all requests after it. */

const HALF = '\ud83d';
const SPOKEN: Spoken = {
  text: 'I will look.',
  calls: [
    { id: 'c0', name: 'look_a', arguments: '{"path":"tmp/a"}' },
    { id: 'c1', name: 'look_b', arguments: '{"path":"tmp/b"}' },
  ],
};

/** Returns copies of a value, each with half of a character in another one of its texts. */
function broken(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [value + HALF, value.slice(0, 1) + HALF + value.slice(1)];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    broken(one).map((other) =>
      Array.isArray(value) ? (value as readonly unknown[]).with(Number(key), other) : { ...value, [key]: other },
    ),
  );
}

const halves = (value: unknown): readonly string[] => JSON.stringify(value).match(/\\ud[89a-f][\da-f]{2}/gi) ?? [];

const outcomeOf = ({ id, name }: IdentifiedCall): ToolOutcome => {
  const facts = { callId: id, tool: name, text: `Found ${HALF}.`, repairs: [] };
  return { ...facts, status: 'success', value: { [`a${HALF}`]: HALF } };
};

/** Returns the halves in the later requests of a conversation. Empty if the reply is rejected. */
function sentHalves(
  read: () => ModelTurn<unknown>,
  results: (turn: ModelTurn<unknown>) => readonly unknown[],
): readonly string[] {
  let turn: ModelTurn<unknown>;
  try {
    turn = read();
  } catch (error) {
    expect(error).toMatchObject({ code: 'HAFT_MALFORMED_REPLY' });
    return [];
  }
  return halves([turn.history, turn.text, results(turn)]);
}

describe.each(APIS.map((one) => [one.name, one] as const))('%s: half of a character', (_name, { make, fake }) => {
  const api = make();
  const results = ({ calls }: ModelTurn<unknown>): readonly unknown[] => api.results(calls, calls.map(outcomeOf));

  it('in any text of a reply is in no later request', () => {
    const replies = broken(fake.whole(SPOKEN));
    expect(replies.length).toBeGreaterThan(10);
    expect(replies.flatMap((reply) => sentHalves(() => api.read(reply), results))).toEqual([]);
  });

  it('in any text of a stream is in no later request', () => {
    const events = fake.events(SPOKEN);
    const streams = events.flatMap((event, index) => broken(event).map((one) => events.with(index, one as never)));
    expect(streams.length).toBeGreaterThan(10);
    const read = (all: readonly unknown[]) => (): ModelTurn<unknown> => {
      const stream = api.stream();
      for (const one of all) stream.push(one);
      return stream.end();
    };
    expect(streams.flatMap((all) => sentHalves(read(all), results))).toEqual([]);
  });

  it('between two events of a stream is whole', () => {
    const whole = fake.events({ ...SPOKEN, text: 'A 😀.' });
    const stream = api.stream();
    for (const event of whole) stream.push(event);
    expect(stream.end().text).toBe('A 😀.');
  });
});
