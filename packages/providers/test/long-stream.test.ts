import { expect, it, jest } from '@jest/globals';
import { PartialArgumentsReader } from '@haft/runtime/feedback';
import { gemini } from '../src/gemini.js';
import { APIS } from './support/apis.js';

const PIECES = 2_000;
const at = { type: 'function_call', call_id: 'a', name: 'write', id: 'fc' };

/** For each API: the start of a call, a piece of one character, and the end of the reply. */
const STREAMS: Readonly<Record<string, { begin: object; open: object; piece: object; close: object; end: object }>> = {
  'OpenAI Chat Completions': {
    begin: { choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'write' } }] } }] },
    open: { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"text":"' } }] } }] },
    piece: {
      choices: [{ delta: { reasoning_content: 'x', tool_calls: [{ index: 0, function: { arguments: 'x' } }] } }],
    },
    close: { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '"}' } }] } }] },
    end: { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
  },
  'OpenAI Responses': {
    begin: { type: 'response.output_item.added', output_index: 0, item: at },
    open: { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"text":"' },
    piece: { type: 'response.function_call_arguments.delta', output_index: 0, delta: 'x' },
    close: { type: 'response.function_call_arguments.delta', output_index: 0, delta: '"}' },
    end: { type: 'response.completed', response: { status: 'completed', output: [] } },
  },
  'Anthropic Messages': {
    begin: {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'a', name: 'write', input: {} },
    },
    open: { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"text":"' } },
    piece: { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: 'x' } },
    close: { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"}' } },
    end: { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  },
  Gemini: {
    begin: { candidates: [{ content: { parts: [{ functionCall: { name: 'write', willContinue: true } }] } }] },
    open: geminiPiece(''),
    piece: geminiPiece('x'),
    close: { candidates: [{ content: { parts: [{ functionCall: {} }] } }] },
    end: { candidates: [{ finishReason: 'STOP' }] },
  },
  'Bedrock Converse': {
    begin: { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'a', name: 'write' } } } },
    open: { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: '{"text":"' } } } },
    piece: { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: 'x' } } } },
    close: { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: '"}' } } } },
    end: { messageStop: { stopReason: 'tool_use' } },
  },
};

function geminiPiece(stringValue: string): object {
  const partialArgs = [{ jsonPath: '$.text', stringValue, willContinue: true }];
  return { candidates: [{ content: { parts: [{ functionCall: { partialArgs, willContinue: true } }] } }] };
}

it.each(APIS.map((one) => [one.name, one] as const))(
  '%s: a call in 2,000 pieces is put together without writing or reading it again for each piece',
  (name, { make }) => {
    const { begin, open, piece, close, end } = STREAMS[name] as (typeof STREAMS)[string];
    const stream = make().stream();
    const spies = [jest.spyOn(JSON, 'stringify'), jest.spyOn(JSON, 'parse')];
    for (const event of [begin, open]) stream.push(event);
    for (let index = 0; index < PIECES; index++) stream.push(piece);
    for (const event of [close, end]) stream.push(event);
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    jest.restoreAllMocks();
    const [call] = stream.end().calls;
    expect(JSON.parse(String(call?.arguments))).toEqual({ text: 'x'.repeat(PIECES) });
    expect(call?.truncated).toBeUndefined();
  },
);

it('Gemini: partial() after each of 600 pieces reads each character once', () => {
  const { begin, close } = STREAMS['Gemini'] as (typeof STREAMS)[string];
  const stream = gemini().stream();
  stream.push(begin as never);
  const stringify = jest.spyOn(JSON, 'stringify');
  const add = jest.spyOn(PartialArgumentsReader.prototype, 'add');
  for (let index = 0; index < 600; index++) {
    const place = `$.lines[${index >> 1}].${index % 2 === 0 ? 'sku' : 'count'}`;
    const value = index % 2 === 0 ? { stringValue: '"A-é"' } : { numberValue: index };
    const piece = { functionCall: { partialArgs: [{ jsonPath: place, ...value }], willContinue: true } };
    const [call] = stream.push({ candidates: [{ content: { parts: [piece] } }] } as never);
    expect(call?.partial().isComplete).toBe(false);
  }
  const characters = add.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
  const written = stringify.mock.calls.reduce((sum, [value]) => sum + String(value).length, 0);
  jest.restoreAllMocks();
  const [call] = stream.push(close as never);
  expect(characters).toBeLessThan((call?.argumentsText.length ?? 0) + 10);
  expect(written).toBeLessThan(call?.argumentsText.length ?? 0);
  expect(call?.partial().isComplete).toBe(true);
  expect(call?.partial().value['lines']).toHaveLength(300);
});

it('Gemini: partial() shows values that come in another order, and writes no text for each', () => {
  const stream = gemini().stream();
  const { begin, close } = STREAMS['Gemini'] as (typeof STREAMS)[string];
  stream.push(begin as never);
  const stringify = jest.spyOn(JSON, 'stringify');
  for (let index = 0; index < 100; index++) {
    const partialArgs = ['a', 'b'].map((name) => ({ jsonPath: `$.${name}`, stringValue: 'x', willContinue: true }));
    const piece = { functionCall: { partialArgs, willContinue: true } };
    const [call] = stream.push({ candidates: [{ content: { parts: [piece] } }] } as never);
    expect(call?.partial()).toMatchObject({ value: { b: 'x'.repeat(index + 1) }, isComplete: false });
  }
  expect(stringify.mock.calls.length).toBeLessThan(10);
  jest.restoreAllMocks();
  const [call] = stream.push(close as never);
  expect(call?.partial()).toMatchObject({ value: { a: 'x'.repeat(100), b: 'x'.repeat(100) }, isComplete: true });
});
