import { describe, expect, it } from '@jest/globals';
import { openAiChat, type ChatCallDelta, type ModelTurn } from '../../src/index.js';

const openai = openAiChat();

function streamed(pieces: readonly ChatCallDelta[], finishReason = 'tool_calls'): ModelTurn<object> {
  const stream = openai.stream();
  for (const piece of pieces) stream.push({ choices: [{ index: 0, delta: { tool_calls: [piece] } }] });
  stream.push({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] });
  return stream.end();
}

describe('a reply of OpenAI Chat Completions', () => {
  it('keeps everything that is not broken: custom tools, and fields of other servers', () => {
    const message = {
      role: 'assistant',
      content: null,
      reasoning_content: 'Hm.',
      tool_calls: [
        { id: 'a', type: 'custom', custom: { name: 'sql', input: 'SELECT 1' } },
        { id: 'b', type: 'function', function: { name: 'read', arguments: '{"path": "a"}' } },
      ],
    } as const;
    const turn = openai.read({ choices: [{ message, finish_reason: 'tool_calls' }] });
    expect(turn.calls).toEqual([{ id: 'b', name: 'read', arguments: '{"path": "a"}' }]);
    expect(turn.history).toEqual([message]);
  });

  it('may leave out the type of a call, as some servers do', () => {
    const call = { id: 'a', function: { name: 'read', arguments: '{}' } };
    const message = { role: 'assistant', tool_calls: [call] } as never;
    const turn = openai.read({ choices: [{ message, finish_reason: null }] });
    expect(turn).toMatchObject({
      calls: [{ id: 'a', name: 'read' }],
      history: [{ tool_calls: [{ type: 'function' }] }],
    });
  });

  it('may have null for no calls, and objects for arguments, as some servers send them', () => {
    const none = { role: 'assistant', content: 'Hi.', tool_calls: null } as const;
    expect(openai.read({ choices: [{ message: none }] })).toMatchObject({ calls: [], history: [none], text: 'Hi.' });
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: { path: 'a' } } };
    const turn = openai.read({ choices: [{ message: { role: 'assistant', tool_calls: [call] } as never }] });
    expect(turn.calls).toEqual([{ id: 'a', name: 'read', arguments: { path: 'a' } }]);
    expect(turn.history).toMatchObject([{ tool_calls: [{ function: { arguments: '{"path":"a"}' } }] }]);
  });

  it('without a choice has no turn, and says so', () => {
    expect(openai.read({ choices: [] })).toEqual({ calls: [], history: [], text: '', stopped: 'no choice' });
  });

  it('that was filtered does not end in a call that may run', () => {
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } } as const;
    const message = { role: 'assistant', tool_calls: [call] } as const;
    const { calls, stopped } = openai.read({ choices: [{ message, finish_reason: 'content_filter' }] });
    expect([stopped, calls[0]?.truncated]).toEqual(['content_filter', true]);
  });
});

describe('a streamed reply of OpenAI Chat Completions', () => {
  it('tells calls of one index apart by their ids', () => {
    const { calls } = streamed([
      { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a"}' } },
      { index: 0, id: 'b', function: { name: 'read', arguments: '{"path":"b"}' } },
    ]);
    expect(calls).toEqual([
      { id: 'a', name: 'read', arguments: '{"path":"a"}' },
      { id: 'b', name: 'read', arguments: '{"path":"b"}' },
    ]);
  });

  it('may leave out the index, and send arguments as an object', () => {
    const whole = (id: string) => ({ id, function: { name: 'read', arguments: { path: id } as never } });
    expect(streamed([whole('a'), whole('b')]).calls).toEqual([
      { id: 'a', name: 'read', arguments: '{"path":"a"}' },
      { id: 'b', name: 'read', arguments: '{"path":"b"}' },
    ]);
  });

  it('may leave out the index of pieces', () => {
    const pieces = [
      { id: 'a', function: { name: 'read', arguments: '' } },
      { id: 'a', function: { arguments: '{"path":' } },
      { function: { arguments: '"a"}' } },
      { id: 'b', function: { name: 'read', arguments: '{}' } },
    ];
    expect(streamed(pieces).calls).toEqual([
      { id: 'a', name: 'read', arguments: '{"path":"a"}' },
      { id: 'b', name: 'read', arguments: '{}' },
    ]);
  });

  it('may repeat id and name in every piece', () => {
    const piece = (text: string): ChatCallDelta => ({ index: 0, id: 'a', function: { name: 'read', arguments: text } });
    expect(streamed([piece('{"pa'), piece('th":1}')]).calls).toEqual([
      { id: 'a', name: 'read', arguments: '{"path":1}' },
    ]);
  });

  it('that announces its calls first and breaks off then runs none of them', () => {
    const stream = openai.stream();
    for (const index of [0, 1]) {
      const announced = { index, id: `c${index}`, function: { name: 'wipe', arguments: '' } };
      stream.push({ choices: [{ delta: { tool_calls: [announced] } }] });
    }
    expect(stream.end().calls.map(({ truncated }) => truncated)).toEqual([true, true]);
  });

  it('a call without arguments has none', () => {
    expect(streamed([{ index: 0, id: 'a', function: { name: 'now' } }]).calls[0]?.arguments).toEqual({});
  });

  it('a refusal stands in the history', () => {
    const stream = openai.stream();
    stream.push({ choices: [{ delta: { refusal: 'I must not.' }, finish_reason: 'stop' }] });
    expect(stream.end()).toEqual({
      calls: [],
      history: [{ role: 'assistant', content: null, refusal: 'I must not.' }],
      text: '',
      stopped: undefined,
    });
  });

  it('passes over other choices, and chunks without any', () => {
    const stream = openai.stream();
    stream.push({ choices: [] });
    stream.push({ choices: [{ index: 0, delta: null }] });
    stream.push({ choices: [{ index: 1, delta: { content: 'other' }, finish_reason: 'stop' }] });
    expect(stream.end()).toEqual({ calls: [], history: [], text: '', stopped: 'stream ended' });
  });
});
