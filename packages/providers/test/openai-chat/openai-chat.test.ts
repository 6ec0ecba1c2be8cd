import { describe, expect, it } from '@jest/globals';
import { openAiChat, type ChatCallDelta, type ModelTurn } from '../../src/openai.js';

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

  it('with the older function_call is a call, and goes back in the newer form', () => {
    const message = { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{}' } } as never;
    const { calls, history } = openai.read({ choices: [{ message, finish_reason: 'function_call' }] });
    const id = calls[0]?.id;
    expect(calls).toEqual([{ id: expect.stringMatching(/^made_/), name: 'read', arguments: '{}' }]);
    const tool_calls = [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }];
    expect(history).toEqual([{ role: 'assistant', content: null, tool_calls }]);
  });

  it('with both forms of a call has it once, and goes back without the older form', () => {
    const told = { name: 'pay', arguments: '{"n":5}' };
    const tool_calls = [{ id: '1', type: 'function', function: told }] as const;
    const message = { role: 'assistant', content: null, tool_calls, function_call: told } as const;
    const turn = openai.read({ choices: [{ message, finish_reason: 'tool_calls' }] });
    expect(turn.calls).toEqual([{ id: '1', ...told }]);
    expect(turn.history).toEqual([{ role: 'assistant', content: null, tool_calls }]);
  });

  it.each<[string, object]>([
    ['nothing', {}],
    ['only an id and a type', { id: 'a', type: 'function' }],
    ['a function that is null', { id: 'a', type: 'function', function: null }],
    ['an empty function', { id: 'a', type: 'function', function: {} }],
  ])('with %s in place of a call has a call without a name, as its stream has', (_what, sent) => {
    const message = { role: 'assistant', content: null, tool_calls: [sent] } as never;
    const whole = openai.read({ choices: [{ message, finish_reason: 'tool_calls' }] });
    const piece = { index: 0, ...sent };
    for (const { calls, history } of [whole, streamed([piece])]) {
      const id = 'id' in sent ? 'a' : expect.stringMatching(/^made_/);
      expect(calls).toEqual([{ id, name: '', arguments: {} }]);
      const replayed = { id: calls[0]?.id, type: 'function', function: { name: 'unnamed', arguments: '{}' } };
      expect(history).toEqual([{ role: 'assistant', content: null, tool_calls: [replayed] }]);
    }
  });

  it.each([
    { id: 'a', type: 'custom', custom: { name: 'sql', input: '' }, function: null },
    { id: 'a', custom: { name: 'sql', input: '' } },
    { id: 'a', type: 'search', search: { query: 'x' } },
  ])('leaves %j to the host, as its stream does', (sent) => {
    const message = { role: 'assistant', content: null, tool_calls: [sent] } as never;
    const whole = openai.read({ choices: [{ message, finish_reason: 'tool_calls' }] });
    const told = streamed([{ index: 0, ...sent } as never]);
    expect([whole.calls, told.calls]).toEqual([[], []]);
    expect(whole.history).toEqual([message]);
    expect(told.history).toMatchObject([{ tool_calls: [{ id: 'a' }] }]);
  });

  it.each<[string, unknown, string]>([
    [
      'an error',
      { error: { message: 'No such model.' } },
      'answered with an error. The body: {"error":{"message":"No such model."}}',
    ],
    ['a page of a proxy', '<html>502</html>', 'the body is a string, not an object. The body: "<html>502</html>"'],
    ['another API', { output: [] }, 'choices is missing, not a list. The body: {"output":[]}'],
    [
      'an error next to a choice',
      { error: { code: 502 }, choices: [{ message: { content: '' }, finish_reason: 'error' }] },
      'answered with an error. The body: {"error":{"code":502},"choices":[',
    ],
    [
      'an error and no choice',
      { choices: [], error: { code: 502 } },
      'answered with an error. The body: {"choices":[]',
    ],
    [
      'an error and null for choices',
      { choices: null, error: { code: 502 } },
      'answered with an error. The body: {"choices":null',
    ],
    [
      'a choice with an error',
      { choices: [{ error: { code: 502 }, message: { content: 'Hi' }, finish_reason: 'error' }] },
      'answered with an error. The body: {"choices":[{"error":{"code":502}',
    ],
    ['no message', { choices: [{}] }, 'choices[0].message is missing, not an object. The body: {"choices":[{}]}'],
    [
      'a long body',
      { choices: 'x'.repeat(1000) },
      `choices is a string, not a list. The body: {"choices":"${'x'.repeat(288)}... (1014 characters)`,
    ],
  ])('that is %s is an error that names the place and shows the body', (_what, body, message) => {
    expect(() => openai.read(body as never)).toThrow(message);
  });

  it.each([null, undefined, '', false])('with %p as its error has none', (error) => {
    const message = { role: 'assistant', content: 'Hi.' } as const;
    const stream = openai.stream();
    stream.push({ error, choices: [{ error, index: 0, delta: { content: 'Hi.' }, finish_reason: 'stop' }] } as never);
    const turns = [openai.read({ error, choices: [{ error, message, finish_reason: 'stop' }] } as never), stream.end()];
    for (const turn of turns) expect(turn).toEqual({ calls: [], history: [message], text: 'Hi.', stopped: undefined });
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

  it('may give the id late, at the same index', () => {
    const { calls } = streamed([
      { index: 0, id: '', function: { name: 'read', arguments: '{"path":' } },
      { index: 0, id: 'a', function: { arguments: '"a"}' } },
    ]);
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path":"a"}' }]);
  });

  it('may leave out index and id of calls that come whole', () => {
    const whole = (path: string) => ({ function: { name: 'read', arguments: { path } as never } });
    expect(streamed([whole('a'), whole('b')]).calls.map(({ arguments: args }) => args)).toEqual([
      '{"path":"a"}',
      '{"path":"b"}',
    ]);
  });

  it('keeps the fields that the next request needs', () => {
    const stream = openai.stream();
    const deltas = [
      { role: 'assistant', content: '', reasoning_content: 'Let ' },
      { reasoning_content: 'me.', reasoning_details: [{ type: 'reasoning.text', text: 'Let ', index: 0 }] },
      { reasoning_details: [{ type: 'reasoning.text', text: 'me.', index: 0 }] },
      { reasoning_details: [{ type: 'reasoning.text', signature: 'c2ln', index: 0 }] },
      {
        tool_calls: [
          {
            ...{ index: 0, id: 'a', function: { name: 'read', arguments: '{}' } },
            extra_content: { google: { thought_signature: 'c2ln' } },
          },
        ],
      },
    ];
    for (const delta of deltas) stream.push({ choices: [{ index: 0, delta: delta as never }] });
    stream.push({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] });
    expect(stream.end().history).toEqual([
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Let me.',
        reasoning_details: [{ type: 'reasoning.text', text: 'Let me.', signature: 'c2ln', index: 0 }],
        tool_calls: [
          {
            ...{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } },
            extra_content: { google: { thought_signature: 'c2ln' } },
          },
        ],
      },
    ]);
  });

  it('may send content as parts, with thoughts among them', () => {
    const stream = openai.stream();
    const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
    for (const content of [[thinking('H')], [thinking('m.')], 'I', ' will.'])
      stream.push({ choices: [{ delta: { content: content as string } }] });
    const { history, text } = stream.end();
    expect(text).toBe('I will.');
    expect(history).toEqual([{ role: 'assistant', content: [thinking('Hm.'), { type: 'text', text: 'I will.' }] }]);
  });

  it('passes over chunks without choices, and throws for an error in the stream', () => {
    const stream = openai.stream();
    expect(stream.push({ usage: { total_tokens: 1 } } as never)).toEqual([]);
    expect(() => stream.push({ error: { message: 'Overloaded.' } } as never)).toThrow(
      'OpenAI Chat Completions answered with an error. The body: {"error":{"message":"Overloaded."}}',
    );
  });

  it.each([
    { error: { code: 502 }, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] },
    { choices: [], error: { code: 502 } },
    { choices: null, error: { code: 502 } },
    { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error', error: { code: 502 } }] },
  ])('throws for the error in %j, and ends with the turn so far', (chunk) => {
    const stream = openai.stream();
    stream.push({ choices: [{ index: 0, delta: { content: 'Hi' } }] });
    expect(() => stream.push(chunk as never)).toThrow('OpenAI Chat Completions answered with an error.');
    expect(stream.end()).toMatchObject({ text: 'Hi', stopped: 'stream ended' });
  });

  it('runs a call once that comes in both forms, in any order', () => {
    const told = { name: 'pay', arguments: '{"n":5}' };
    const newer = { tool_calls: [{ index: 0, id: '1', type: 'function', function: told }] };
    const older = { function_call: told };
    for (const deltas of [[{ ...newer, ...older }], [newer, older], [older, newer]]) {
      const stream = openai.stream();
      for (const delta of deltas) stream.push({ choices: [{ index: 0, delta: delta as object }] });
      stream.push({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] });
      expect(stream.calls.map(({ id }) => id)).toEqual(['1']);
      const { calls, history } = stream.end();
      expect(calls).toEqual([{ id: '1', ...told }]);
      const tool_calls = [{ id: '1', type: 'function', function: told }];
      expect(history).toEqual([{ role: 'assistant', content: null, tool_calls }]);
    }
  });

  it.each([undefined, null, 0, '0'])('may have %p as the index of its only choice', (index) => {
    const stream = openai.stream();
    stream.push({ choices: [{ index, delta: { content: 'hi' }, finish_reason: 'stop' }] } as never);
    expect(stream.end()).toMatchObject({ text: 'hi', stopped: undefined });
  });

  it.each([
    [1, 2],
    ['0', '1'],
    [undefined, undefined],
    [null, null],
  ])('passes over the other choices of a chunk with the indexes %p and %p', (one, other) => {
    const stream = openai.stream();
    const choice = (index: unknown, content: string): object => ({ index, delta: { content }, finish_reason: 'stop' });
    stream.push({ choices: [choice(one, 'first'), choice(other, 'other')] } as never);
    expect(stream.end().text).toBe(one === 1 ? '' : 'first');
  });

  it('that announces its calls first and breaks off then runs none of them', () => {
    const stream = openai.stream();
    for (const index of [0, 1]) {
      const announced = { index, id: `c${index}`, function: { name: 'wipe', arguments: '' } };
      stream.push({ choices: [{ delta: { tool_calls: [announced] } }] });
    }
    expect(stream.end().calls.map(({ truncated }) => truncated)).toEqual([true, true]);
  });

  it.each(['', null, undefined])('with %p as the reason for its end in every chunk has no end', (finish_reason) => {
    const stream = openai.stream();
    const piece = { index: 0, id: 'a', function: { name: 'wipe', arguments: '' } };
    stream.push({ choices: [{ delta: { tool_calls: [piece] }, finish_reason }] } as never);
    expect(stream.calls[0]?.isComplete).toBe(false);
    expect(stream.end()).toMatchObject({ calls: [{ truncated: true }], stopped: 'stream ended' });
  });

  it('may have the index of a call as text', () => {
    const pieces = ['0', '1', '0', '1'].map((index, place) => ({
      index,
      function: place < 2 ? { name: 'read', arguments: '{"path"' } : { arguments: `:${index}}` },
    }));
    expect(streamed(pieces as never).calls.map(({ arguments: args }) => args)).toEqual(['{"path":0}', '{"path":1}']);
  });

  it('a call without arguments has none', () => {
    expect(streamed([{ index: 0, id: 'a', function: { name: 'now' } }]).calls[0]?.arguments).toEqual({});
  });

  describe('with a whole message instead of a delta', () => {
    const told = { name: 'read', arguments: '{"path":"a"}' };
    const call = { id: 'a', type: 'function', function: told };
    const message = { role: 'assistant', content: 'Let me look.', x_server: { tags: ['t'] }, tool_calls: [call] };
    const of = (...choices: readonly object[]) => {
      const stream = openai.stream();
      for (const choice of choices) stream.push({ choices: [choice] } as never);
      return { ...stream.end(), shown: stream.calls.map(({ id, argumentsText }) => [id, argumentsText]), stream };
    };
    const expected = {
      calls: [{ id: 'a', ...told }],
      history: [message],
      text: 'Let me look.',
      stopped: undefined,
      shown: [['a', told.arguments]],
    };

    it.each<[string, readonly object[]]>([
      ['in the only chunk', [{ message, finish_reason: 'tool_calls' }]],
      ['before the chunk with the end', [{ message }, { delta: {}, finish_reason: 'tool_calls' }]],
      ['after an empty delta', [{ delta: { role: 'assistant', content: '' } }, { message, finish_reason: 'stop' }]],
      ['beside a delta', [{ delta: { content: null }, message, finish_reason: 'stop' }]],
      [
        'after deltas that said everything',
        [
          { delta: { role: 'assistant', content: 'Let me ' } },
          { delta: { content: 'look.', x_server: { tags: ['t'] } } },
          { delta: { tool_calls: [{ index: 0, ...call }] } },
          { message, finish_reason: 'tool_calls' },
        ],
      ],
      [
        'after deltas that said a part',
        [
          { delta: { content: 'Let me' } },
          { delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"pa' } }] } },
          { message, finish_reason: 'tool_calls' },
        ],
      ],
      [
        'after deltas that said something else',
        [
          { delta: { content: 'Hm.' } },
          { delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'list', arguments: '{}' } }] } },
          { message, finish_reason: 'tool_calls' },
        ],
      ],
      [
        'after a delta whose call has no id',
        [{ delta: { tool_calls: [{ index: 0, function: told }] } }, { message, finish_reason: 'tool_calls' }],
      ],
      [
        'after a delta that gave the call another id',
        [
          { delta: { tool_calls: [{ index: 0, ...call }] } },
          { message: { ...message, tool_calls: [{ ...call, id: 'other' }] }, finish_reason: 'tool_calls' },
        ],
      ],
      ['which grows in every chunk', [{ message: { ...message, content: 'Let' } }, { message, finish_reason: 'stop' }]],
      [
        'which comes in pieces',
        [
          { message: { role: 'assistant', content: 'Let me ' } },
          { message: { role: 'assistant', content: 'look.', x_server: { tags: ['t'] } } },
          { message: { tool_calls: [{ ...call, function: { name: 'read', arguments: '{"path"' } }] } },
          { message: { tool_calls: [{ ...call, function: { name: 'read', arguments: ':"a"}' } }] } },
          { delta: {}, finish_reason: 'stop' },
        ],
      ],
      [
        'with nothing new at the end',
        [{ delta: message }, { message: { role: 'assistant', content: '', tool_calls: [] }, finish_reason: 'stop' }],
      ],
    ])('gives its calls, its text and its other fields once, %s', (_title, choices) => {
      const { stream, ...turn } = of(...choices);
      expect(turn).toEqual(expected);
      expect(stream.text).toBe('Let me look.');
    });

    it('adds the calls that no delta had', () => {
      const other = { ...call, id: 'b', function: { name: 'list', arguments: '{}' } };
      const { calls } = of(
        { delta: { tool_calls: [{ index: 0, ...call }] } },
        { message: { tool_calls: [call, other] }, finish_reason: 'tool_calls' },
      );
      expect(calls.map(({ id, name }) => [id, name])).toEqual([
        ['a', 'read'],
        ['b', 'list'],
      ]);
    });

    it('may have the older form of a call, and parts as its content', () => {
      const parts = [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Let me look.' },
      ];
      const said = { role: 'assistant', content: parts, function_call: told };
      const { calls, text, history } = of({ delta: { content: 'Let' } }, { message: said, finish_reason: 'stop' });
      expect(calls).toMatchObject([told]);
      expect(text).toBe('Let me look.');
      expect(history).toMatchObject([{ content: parts, tool_calls: [{ function: told }] }]);
    });

    it('throws for a message that is not an object', () => {
      expect(() => of({ message: 'Hi' })).toThrow(
        'message is a string, not an object. The body: {"choices":[{"message":"Hi"}]}',
      );
    });
  });

  it('keeps a refusal in the history', () => {
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
