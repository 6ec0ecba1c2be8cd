import { describe, expect, it } from '@jest/globals';
import { openAiResponses, type ResponsesEvent, type ResponsesItem } from '../../src/openai.js';

const openai = openAiResponses();
const call = (facts: object): ResponsesItem => ({
  ...{ type: 'function_call', id: 'fc_1', call_id: 'a', name: 'read', arguments: '{"path": "a"}', status: 'completed' },
  ...facts,
});

describe('a reply of OpenAI Responses', () => {
  it("keeps everything valid: thoughts, namespaces, and the work of the provider's tools", () => {
    const output = [
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' },
      { type: 'tool_search_call', id: 'ts_1', arguments: {}, call_id: null, execution: 'server', status: 'completed' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      call({ namespace: 'files' }),
    ];
    const turn = openai.read<ResponsesItem>({ output, status: 'completed', incomplete_details: null });
    expect(turn.history).toEqual(output);
    expect(turn.calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path": "a"}' }]);
  });

  it('an item that is not complete never runs, and is complete in the history', () => {
    const turn = openai.read<ResponsesItem>({
      output: [call({ status: 'incomplete', arguments: '{"pa' })],
      status: 'incomplete',
    });
    expect(turn).toMatchObject({
      calls: [{ id: 'a', truncated: true }],
      history: [{ id: 'fc_1', arguments: '{}', status: 'completed' }],
      stopped: 'incomplete',
    });
  });

  it('that is completed has whole calls, also where a server leaves them `in_progress`', () => {
    const turn = openai.read<ResponsesItem>({ output: [call({ status: 'in_progress' })], status: 'completed' });
    expect(turn.calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path": "a"}' }]);
    expect(turn.history).toEqual([call({})]);
  });

  it("gives the reason for an incomplete reply in the provider's term", () => {
    const reply = { output: [], status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(openai.read(reply).stopped).toBe('max_output_tokens');
    expect(openai.read({ output: [], status: 'failed' }).stopped).toBe('failed');
  });

  it('that failed with an error throws it, whole and streamed', () => {
    const error = { code: 'server_error', message: 'Try again.' };
    const response = { output: [], status: 'failed', error };
    const stream = openai.stream();
    stream.push({ type: 'response.created', response: { output: [], error: null } as never });
    const message = 'OpenAI Responses answered with an error.';
    expect(() => stream.push({ type: 'response.failed', response })).toThrow(message);
    expect(() => openai.read(response)).toThrow(message);
    expect(openai.read({ ...response, status: 'completed', error: null } as never).stopped).toBeUndefined();
  });
});

describe('a streamed reply of OpenAI Responses', () => {
  const push = (...events: readonly ResponsesEvent[]) => {
    const stream = openai.stream<ResponsesItem>();
    for (const event of events) stream.push(event);
    return stream.end();
  };

  it('may tell an item only when it is done', () => {
    const item = call({});
    const { calls, history } = push(
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { output: [item], status: 'completed' } },
    );
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path": "a"}' }]);
    expect(history).toEqual([item]);
  });

  it('finds items by their ids or their order where a server leaves the index out', () => {
    const items = [call({}), call({ id: 'fc_2', call_id: 'b' })];
    const events = items.flatMap((item): readonly ResponsesEvent[] => [
      { type: 'response.output_item.added', item: { ...item, arguments: '' } as ResponsesItem },
      {
        type: 'response.function_call_arguments.delta',
        item_id: (item as { id?: string }).id ?? '',
        delta: '{"path": "a"}',
      },
    ]);
    const { calls } = push(...events, { type: 'response.completed', response: { status: 'completed', output: [] } });
    expect(calls.map(({ id, arguments: args }) => [id, args])).toEqual([
      ['a', '{"path": "a"}'],
      ['b', '{"path": "a"}'],
    ]);
  });

  it('that breaks off keeps the text, and leaves out half a thought', () => {
    const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
    const { history, text } = push(
      { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning' } },
      { type: 'response.output_item.added', output_index: 1, item: message },
      { type: 'response.output_text.delta', output_index: 1, delta: 'I wo' },
    );
    expect(text).toBe('I wo');
    expect(history).toEqual([
      { ...message, status: 'incomplete', content: [{ type: 'output_text', text: 'I wo', annotations: [] }] },
    ]);
  });

  const added = (item: object, output_index = 0): ResponsesEvent =>
    ({ type: 'response.output_item.added', output_index, item }) as ResponsesEvent;
  const done = (item: object, output_index = 0): ResponsesEvent =>
    ({ type: 'response.output_item.done', output_index, item }) as ResponsesEvent;
  const piece = (delta: string): ResponsesEvent => ({
    type: 'response.function_call_arguments.delta',
    output_index: 0,
    delta,
  });
  const completed = (...output: readonly ResponsesItem[]): ResponsesEvent => ({
    type: 'response.completed',
    response: { output, status: 'completed' },
  });
  const message = (text: string): ResponsesItem =>
    ({ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text }] }) as ResponsesItem;

  it.each<[string, readonly ResponsesEvent[]]>([
    ['only at its start', [added(call({})), completed()]],
    ['as an object at its start', [added(call({ arguments: { path: 'a' } })), completed()]],
    ['at its start and then in pieces', [added(call({})), piece('{"path": '), piece('"a"}'), completed()]],
    [
      'as an object at its start and then in pieces',
      [added(call({ arguments: {} })), piece('{"path":"a"}'), completed()],
    ],
    [
      'only in pieces, with none at its end',
      [added(call({ arguments: '' })), piece('{"path":"a"}'), done(call({ arguments: '' })), completed()],
    ],
    [
      'only in pieces, with null at its end',
      [added(call({ arguments: '' })), piece('{"path":"a"}'), done(call({ arguments: null })), completed()],
    ],
    [
      'only in pieces, without a name at its end',
      [added(call({ arguments: '' })), piece('{"path":"a"}'), done(call({ name: undefined })), completed()],
    ],
    [
      'as an object when they are done',
      [
        added(call({ arguments: '' })),
        { type: 'response.function_call_arguments.done', output_index: 0, arguments: { path: 'a' } as never },
        completed(),
      ],
    ],
    ['only in the response', [completed(call({}))]],
  ])('has the arguments of a call that come %s', (_title, events) => {
    const stream = openai.stream<ResponsesItem>();
    for (const event of events) stream.push(event);
    expect(stream.calls.map((one) => one.partial().value)).toEqual([{ path: 'a' }]);
    const [one] = stream.end().calls;
    expect([one?.name, one?.truncated, JSON.parse(String(one?.arguments))]).toEqual(['read', undefined, { path: 'a' }]);
  });

  it('counts a call once if the response leaves out an item before it', () => {
    const { calls, history } = push(added({ type: 'reasoning', id: 'r' }), done(call({}), 1), completed(call({})));
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path": "a"}' }]);
    expect(history).toEqual([{ type: 'reasoning', id: 'r' }, call({})]);
  });

  it('that starts again forgets the items of its first start', () => {
    const stream = openai.stream<ResponsesItem>();
    const created: ResponsesEvent = { type: 'response.created', response: { status: 'in_progress', output: [] } };
    const dead = call({ id: 'fc_0', call_id: 'dead', name: 'wipe' });
    for (const event of [created, done(dead), done(message('I wo'), 1), completed(), created]) stream.push(event);
    expect([stream.calls, stream.text]).toEqual([[], '']);
    expect(stream.end()).toEqual({ calls: [], history: [], text: '', stopped: 'stream ended' });
    for (const event of [added(call({ arguments: '' })), piece('{}'), completed()]) stream.push(event);
    expect(stream.end()).toMatchObject({ calls: [{ id: 'a', name: 'read', arguments: '{}' }], text: '' });
  });

  it.each<[string, readonly ResponsesEvent[]]>([
    ['at the start of its item', [added(message('Hi'))]],
    ['at the end of its item', [added(message('')), done(message('Hi'))]],
    ['in the response', [completed(message('Hi'))]],
    [
      'at the end of its text',
      [
        added({ type: 'message', role: 'assistant', content: [] }),
        { type: 'response.output_text.done', output_index: 0, text: 'Hi' } as ResponsesEvent,
      ],
    ],
    [
      'at the start of its item and then in pieces',
      [
        added(message('H')),
        ...['H', 'i'].map((delta) => ({ type: 'response.output_text.delta', output_index: 0, delta })),
      ],
    ],
  ])('has the text of a message that comes whole %s', (_title, events) => {
    const stream = openai.stream<ResponsesItem>();
    for (const event of events) stream.push(event);
    expect(stream.text).toBe('Hi');
    const { text, history } = stream.end();
    expect([text, history]).toMatchObject(['Hi', [{ content: [{ type: 'output_text', text: 'Hi' }] }]]);
  });

  it('may leave out the events for added items', () => {
    const events = [
      { type: 'response.output_text.delta', item_id: 'm', delta: 'I ' },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'will.' },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '{"path":' },
      { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '"a"}' },
      { type: 'response.function_call_arguments.done', item_id: 'fc_1', arguments: '{"path":"a"}' },
      { type: 'response.output_item.done', item: call({ arguments: '{"path":"a"}' }) },
    ];
    expect(push(...events, completed())).toMatchObject({
      calls: [{ id: 'a', name: 'read', arguments: '{"path":"a"}' }],
      text: 'I will.',
    });
  });

  it.each<[string, ResponsesEvent, string]>([
    ['an item of another type when it is done', done({ type: 'reasoning' }), 'not one of type function_call'],
    ['an item without a type', done({ call_id: 'b' }, 1), 'type of item 1 is missing'],
    [
      'a piece of text for a call',
      { type: 'response.output_text.delta', output_index: 0, delta: '' },
      'not one of type',
    ],
    ['an event of the response without a type', { response: {} } as never, 'type of an event is missing'],
  ])('throws for %s', (_title, event, problem) => {
    expect(() => push(added(call({})), event)).toThrow(problem);
  });
});
