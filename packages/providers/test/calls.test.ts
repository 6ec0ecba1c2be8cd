import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ToolOutcome } from '@haft/core';
import { makeCallId } from '../src/calls/call-id.js';
import { plainName, replayedName } from '../src/calls/plain-name.js';
import { replayedArguments } from '../src/calls/replayed-arguments.js';
import { APIS, type AnyApi } from './support/apis.js';
import type { SpokenCall } from './support/fake-api.js';

describe('the name of a call', () => {
  it.each([
    ['read', 'read', 'read'],
    ['functions.read', 'read', 'read'],
    ['default_api:read', 'read', 'read'],
    ['a.b:c', 'c', 'c'],
    ['read file!', 'read file!', 'read_file_'],
    ['', '', 'unnamed'],
    ['read.', '', 'unnamed'],
    ['x'.repeat(70), 'x'.repeat(70), 'x'.repeat(64)],
  ])('%p is %p, and %p in a history', (sent, plain, replayed) => {
    expect(plainName(sent)).toBe(plain);
    expect(replayedName(sent)).toBe(replayed);
  });
});

describe('the arguments of a call in a history [ARG-2]', () => {
  it.each<[unknown, object]>([
    ['{"a":1}', { a: 1 }],
    [{ a: [1] }, { a: [1] }],
    ['{"a":1,}', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['"{\\"a\\":1}"', { a: 1 }],
    ['', {}],
    [undefined, {}],
    [null, {}],
    ['{"a":', {}],
    ['rubbish', {}],
    ['[1]', {}],
    [[1], {}],
    [5, {}],
    ['{"__proto__":1}', {}],
    ['{"a":"x\\ud800"}', { a: 'x\ufffd' }],
    [
      { a: ['\udfff'], '\ud800': '😀' },
      { a: ['\ufffd'], '\ufffd': '😀' },
    ],
  ])('%p are %p', (sent, replayed) => {
    expect(replayedArguments(sent)).toEqual(replayed);
  });
});

const someName = fc.oneof(fc.string(), fc.constantFrom('read', 'functions.read', 'x'.repeat(200)));
const someArguments = fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"a":1,}', '{"a":', '', 'null'));
const someCall = fc.record({ id: fc.constantFrom('a', 'b', ''), name: someName, arguments: someArguments });

describe.each(APIS.map((one) => [one.name, one] as const))(
  '%s: whatever a model calls',
  (_name, { make, fake, requestOf }) => {
    const api = make();
    const goesOn = (calls: readonly SpokenCall[], isStreamed: boolean): void => {
      const spoken = { text: 'Now.', calls };
      const stream = api.stream();
      if (isStreamed) for (const event of fake.events(spoken)) stream.push(event);
      const turn = isStreamed ? stream.end() : api.read(fake.whole(spoken));
      expect(turn.calls).toHaveLength(calls.length);
      expect(new Set(turn.calls.map(({ id }) => id)).size).toBe(calls.length);
      const outcomes = turn.calls.map(({ id, name }): ToolOutcome => ({
        status: 'retry',
        callId: id,
        tool: name,
        text: 'No.',
        repairs: [],
        issues: [],
      }));
      const history = [...turn.history, ...api.results(turn.calls, outcomes)];
      expect(fake.refusal(requestOf(history, []))).toBeUndefined();
    };

    it.each([
      ['whole', false],
      ['streamed', true],
    ])('%s: its provider reads the history again', (_how, isStreamed) => {
      fc.assert(fc.property(fc.array(someCall, { minLength: 1, maxLength: 4 }), (calls) => goesOn(calls, isStreamed)));
    });
  },
);

const objectText = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
const goodCalls = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1 }), name: fc.constantFrom('read', 'list'), arguments: objectText }),
  { selector: ({ id }) => id, maxLength: 4 },
);

it.each(APIS.map((one) => [one.name, one] as const))('%s: a streamed reply equals the whole one', (name, one) => {
  const { make, fake } = one;
  fc.assert(
    fc.property(goodCalls, fc.string(), (calls, text) => {
      const spoken = { text, ...(calls.length === 0 ? {} : { calls }) };
      const stream = make().stream();
      for (const event of fake.events(spoken)) stream.push(event);
      const [streamed, whole] = [stream.end(), make().read(fake.whole(spoken))];
      const read = ({ calls: all }: typeof whole): unknown =>
        all.map(({ id, name: called, arguments: args }) => [
          name === 'Gemini' ? '' : id,
          called,
          typeof args === 'string' ? (JSON.parse(args) as unknown) : args,
        ]);
      expect(read(streamed)).toEqual(read(whole));
      expect([streamed.text, streamed.stopped]).toEqual([whole.text, whole.stopped]);
    }),
  );
});

describe('the id of a call', () => {
  const ids = (api: AnyApi, reply: object): readonly string[] => api.read(reply).calls.map(({ id }) => id);

  it.each(APIS.filter(({ name }) => name !== 'Gemini').map((one) => [one.name, one] as const))(
    '%s: is the one of the provider, unless it is missing or taken',
    (_name, { make, fake }) => {
      const call = { name: 'read', arguments: '{}' };
      const calls = ['a', 'b', 'a', ''].map((id) => ({ ...call, id }));
      const [first, second, third, fourth] = ids(make(), fake.whole({ calls }));
      expect([first, second]).toEqual(['a', 'b']);
      expect(third).toMatch(/^made_[0-9a-f]{32}$/);
      expect(fourth).toMatch(/^made_[0-9a-f]{32}$/);
    },
  );

  it('that is made is never made again', () => {
    expect(makeCallId()).not.toBe(makeCallId());
  });
});
