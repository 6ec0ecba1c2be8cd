import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { gemini, type GeminiPartialArgument, type GeminiReply, type GeminiReplyPart } from '../../src/gemini.js';

const google = gemini();
const reply = (parts: readonly GeminiReplyPart[], finishReason?: string): GeminiReply => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
});
const push = (...chunks: readonly GeminiReply[]) => {
  const stream = google.stream();
  for (const chunk of chunks) stream.push(chunk);
  return stream.end();
};

describe('a reply of Gemini', () => {
  it("keeps everything valid: thoughts, signatures, and the work of the provider's tools", () => {
    const parts = [
      { text: 'Hm.', thought: true },
      { text: '', thoughtSignature: 'c2ln' },
      { executableCode: { code: '1' } } as GeminiReplyPart,
      { functionCall: { id: 'a', name: 'read', args: { path: 'a' } }, thoughtSignature: 'c2ln' },
    ];
    const turn = google.read(reply(parts, 'STOP'));
    expect(turn.history).toEqual([{ role: 'model', parts }]);
    expect(turn).toMatchObject({
      calls: [{ id: 'a', name: 'read', arguments: { path: 'a' } }],
      text: '',
      stopped: undefined,
    });
  });

  it('calls without ids are matched by their order: no id is told that Gemini did not give', () => {
    const calls = [{ functionCall: { name: 'read' } }, { functionCall: { name: 'list', id: 'b' } }];
    const turn = google.read(reply(calls, 'STOP'));
    const [first, second] = turn.calls;
    expect(first?.id).toMatch(/^made_/);
    expect(second?.id).toBe('b');
    const outcome = (callId = ''): ToolOutcome => ({
      status: 'success',
      callId,
      tool: '',
      text: 'x',
      value: 'x',
      repairs: [],
    });
    const results = google.results(turn.calls, [outcome(second?.id), outcome(first?.id)]);
    expect(turn.history[0]?.parts).toEqual([
      { functionCall: { name: 'read', args: {} } },
      { functionCall: { id: 'b', name: 'list', args: {} } },
    ]);
    expect(results[0]?.parts).toEqual([
      { functionResponse: { name: 'read', response: { output: 'x' } } },
      { functionResponse: { id: 'b', name: 'list', response: { output: 'x' } } },
    ]);
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'SAFETY'])(
    'that stops with %s says so, and has no turn',
    (reason) => {
      expect(google.read({ candidates: [{ finishReason: reason }] })).toEqual({
        calls: [],
        history: [],
        text: '',
        stopped: reason,
      });
    },
  );

  it('that was blocked says so', () => {
    expect(google.read({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }).stopped).toBe('PROHIBITED_CONTENT');
    expect(push({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }).stopped).toBe('PROHIBITED_CONTENT');
  });
});

describe('a streamed reply of Gemini', () => {
  it.each([undefined, null, 0, '0'])('may have %p as the index of its only candidate', (index) => {
    const stream = gemini().stream();
    stream.push({ candidates: [{ index, content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }] } as never);
    expect(stream.end()).toMatchObject({ text: 'hi', stopped: undefined });
  });

  it('throws for an error next to a candidate', () => {
    const candidates = [{ content: { parts: [{ text: 'hi' }] } }];
    const body = { candidates, error: { code: 503 } } as never;
    expect(() => gemini().stream().push(body)).toThrow('Gemini answered with an error.');
    expect(() => gemini().read(body)).toThrow('Gemini answered with an error.');
  });

  it('joins texts, separately from thoughts and parts with a signature', () => {
    const { history, text } = push(
      reply([{ text: 'Hm.', thought: true }]),
      reply([{ text: 'One ' }]),
      reply([{ text: 'two.' }]),
      reply([{ text: ' Three.', thoughtSignature: 'c2ln' }]),
      reply([{ text: '' }], 'STOP'),
    );
    expect(text).toBe('One two. Three.');
    expect(history).toEqual([
      {
        role: 'model',
        parts: [{ text: 'Hm.', thought: true }, { text: 'One two.' }, { text: ' Three.', thoughtSignature: 'c2ln' }],
      },
    ]);
  });
});

describe('arguments that Vertex AI streams in pieces', () => {
  const piece = (...partialArgs: readonly GeminiPartialArgument[]): GeminiReply =>
    reply([{ functionCall: { partialArgs: [...partialArgs], willContinue: true } }]);
  const begin = reply([{ functionCall: { name: 'plan', willContinue: true }, thoughtSignature: 'c2ln' }]);
  const end = reply([{ functionCall: {} }], 'STOP');

  it('are put together by their places', () => {
    const turn = push(
      begin,
      piece({ jsonPath: '$.city', stringValue: 'New ', willContinue: true }),
      piece({ jsonPath: '$.city', stringValue: 'York' }),
      piece({ jsonPath: '$.days[0].max', numberValue: 3 }, { jsonPath: '$.days[1].max', numberValue: 4 }),
      piece({ jsonPath: "$['it rains']", boolValue: true }, { jsonPath: '$.wind', nullValue: 'NULL_VALUE' }),
      end,
    );
    const args = { city: 'New York', days: [{ max: 3 }, { max: 4 }], 'it rains': true, wind: null };
    expect(JSON.parse(String(turn.calls[0]?.arguments))).toEqual(args);
    expect(turn.history).toEqual([
      { role: 'model', parts: [{ functionCall: { name: 'plan', args }, thoughtSignature: 'c2ln' }] },
    ]);
  });

  const city = piece({ jsonPath: '$.city', stringValue: 'York' });
  const called = (facts: object): GeminiReply => reply([{ functionCall: { name: 'plan', ...facts } }] as never);

  it.each<[string, readonly GeminiReply[], object]>([
    ['empty ones at the start', [called({ args: {}, willContinue: true }), city, end], { city: 'York' }],
    ['null at the start', [called({ args: null, willContinue: true }), city, end], { city: 'York' }],
    ['others at the start', [called({ args: { city: 'New' }, willContinue: true }), city, end], { city: 'York' }],
    ['empty ones at the end', [begin, city, reply([{ functionCall: { args: {} } }], 'STOP')], { city: 'York' }],
    ['the whole at the end', [begin, city, reply([{ functionCall: { args: { n: 1 } } }], 'STOP')], { n: 1 }],
    ['the whole at the start only', [called({ args: { n: 1 }, willContinue: true }), end], { n: 1 }],
  ])('may come next to %s', (_title, chunks, args) => {
    const stream = google.stream();
    for (const chunk of chunks) stream.push(chunk);
    expect(stream.calls.map((call) => call.partial().value)).toEqual([args]);
    expect(stream.end().history).toMatchObject([{ parts: [{ functionCall: { name: 'plan', args } }] }]);
  });

  it('belong to the call with their id, even if the call before it has no end', () => {
    const { calls } = push(
      called({ id: 'a', willContinue: true }),
      city,
      called({ id: 'b', args: { city: 'Ulm' } }),
      reply([], 'STOP'),
    );
    expect(calls).toMatchObject([
      { id: 'a', truncated: true },
      { id: 'b', arguments: { city: 'Ulm' } },
    ]);
  });

  it('are shown as far as they are there', () => {
    const stream = google.stream();
    const values = [
      begin,
      piece({ jsonPath: '$.city', stringValue: 'New ', willContinue: true }),
      piece({ jsonPath: '$.city', stringValue: 'York' }),
      end,
    ].flatMap((chunk) => stream.push(chunk).map((call) => [call.partial().value['city'], call.partial().isComplete]));
    expect(values).toEqual([
      [undefined, false],
      ['New ', false],
      ['New York', false],
      ['New York', true],
    ]);
  });

  it.each([
    ['a place that nobody can read', { jsonPath: '$..city', stringValue: 'a' }],
    ['no place', { stringValue: 'a' }],
    ['a place far behind the end of a list', { jsonPath: '$.days[1000000]', numberValue: 1 }],
    ['a place inside of a text', { jsonPath: '$.city.name', stringValue: 'a' }],
    ['no value', { jsonPath: '$.city' }],
  ])('with %s never run', (_what, argument) => {
    const { calls } = push(begin, piece({ jsonPath: '$.city', stringValue: 'x' }), piece(argument), end);
    expect(calls[0]?.truncated).toBe(true);
  });

  it('that never end never run', () => {
    const { calls } = push(begin, piece({ jsonPath: '$.city', stringValue: 'x' }), reply([], 'STOP'));
    expect(calls[0]?.truncated).toBe(true);
  });

  it('do not change the prototypes of objects', () => {
    push(begin, piece({ jsonPath: '$.__proto__.polluted', boolValue: true }), end);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
