import { describe, expect, it } from '@jest/globals';
import {
  anthropicMessages,
  type AnthropicDelta,
  type AnthropicEvent,
  type AnthropicReplyBlock,
} from '../../src/anthropic.js';

const anthropic = anthropicMessages();

/** The events of one block. */
const block = (
  index: number,
  begun: AnthropicReplyBlock,
  ...deltas: readonly AnthropicDelta[]
): readonly AnthropicEvent[] => [
  { type: 'content_block_start', index, content_block: begun },
  ...deltas.map((delta): AnthropicEvent => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const push = (...events: readonly AnthropicEvent[]) => {
  const stream = anthropic.stream<AnthropicReplyBlock>();
  for (const event of events) stream.push(event);
  return stream.end();
};
const end = (stopReason: string): AnthropicEvent => ({ type: 'message_delta', delta: { stop_reason: stopReason } });

describe('a reply of Anthropic', () => {
  it("keeps everything valid: thoughts, callers, and the work of the provider's tools", () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'haft' } },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
      { type: 'tool_use', id: 'b', name: 'click', input: {}, toolset_name: 'browser' },
      { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' }, caller: { type: 'direct' } },
    ];
    const turn = anthropic.read({ content, stop_reason: 'tool_use' });
    expect(turn.calls).toEqual([{ id: 'a', name: 'read', arguments: { path: 'a' } }]);
    expect(turn.history).toEqual([{ role: 'assistant', content }]);
  });

  it('without content has no turn in the history', () => {
    expect(anthropic.read({ content: [{ type: 'text', text: '' }], stop_reason: 'end_turn' }).history).toEqual([]);
  });

  it('a call before the text at which the limit came is whole', () => {
    const content = [
      { type: 'tool_use', id: 'a', name: 'read', input: {} },
      { type: 'text', text: 'And then I wo' },
    ];
    expect(anthropic.read({ content, stop_reason: 'max_tokens' })).toMatchObject({
      calls: [{ id: 'a', name: 'read', arguments: {} }],
      stopped: 'max_tokens',
    });
  });

  it('with input that the SDK cannot parse is requested again', () => {
    const broken = {
      type: 'tool_use',
      id: 'a',
      name: 'read',
      get input(): unknown {
        throw new SyntaxError('Unexpected token');
      },
    };
    expect(anthropic.read({ content: [broken], stop_reason: 'tool_use' })).toMatchObject({
      calls: [{ id: 'a', truncated: true }],
      history: [{ content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] }],
    });
  });
});

describe('a streamed reply of Anthropic', () => {
  it("is assembled with thoughts, signatures, citations and the work of the provider's tools", () => {
    const turn = push(
      ...block(
        0,
        { type: 'thinking', thinking: '' } as never,
        { type: 'thinking_delta', thinking: 'Hm.' },
        { type: 'signature_delta', signature: 'c2ln' },
      ),
      ...block(1, { type: 'redacted_thinking', data: 'secret' } as never),
      ...block(
        2,
        { type: 'text', text: '', citations: null } as never,
        { type: 'text_delta', text: 'It' },
        { type: 'text_delta', text: ' is.' },
        { type: 'citations_delta', citation: { url: 'u' } },
      ),
      ...block(
        3,
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} } as never,
        { type: 'input_json_delta', partial_json: '{"query":' },
        { type: 'input_json_delta', partial_json: '"a"}' },
      ),
      end('end_turn'),
    );
    expect(turn.history[0]?.content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'secret' },
      { type: 'text', text: 'It is.', citations: [{ url: 'u' }] },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'a' } },
    ]);
    expect(turn.text).toBe('It is.');
  });

  it('a call without parameters is sent with no text at all', () => {
    const { calls } = push(
      ...block(0, { type: 'tool_use', id: 'a', name: 'now', input: {} } as never),
      end('tool_use'),
    );
    expect(calls).toEqual([{ id: 'a', name: 'now', arguments: {} }]);
  });

  it('a call whose start has the input and no pieces follow runs with that input', () => {
    const begun = { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a', limit: null } };
    const { calls, history } = push(...block(0, begun), end('tool_use'));
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: { path: 'a', limit: null } }]);
    expect(history[0]?.content).toEqual([begun]);
  });

  it('pieces take the place of the input of the start', () => {
    const begun = { type: 'tool_use', id: 'a', name: 'read', input: { path: '' } };
    const { calls } = push(
      ...block(0, begun, { type: 'input_json_delta', partial_json: '{"path":"a"}' }),
      end('tool_use'),
    );
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path":"a"}' }]);
  });

  it('finds the calls of a message that comes whole in its start', () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } }];
    const { calls, history, stopped } = push({ type: 'message_start', message: { content, stop_reason: 'tool_use' } });
    expect([calls, history, stopped]).toEqual([
      [{ id: 'a', name: 'read', arguments: { path: 'a' } }],
      [{ role: 'assistant', content }],
      undefined,
    ]);
  });

  it('takes blocks once that a server sends in the start and one by one', () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } }];
    const start: AnthropicEvent = { type: 'message_start', message: { content } };
    const { calls } = push(start, ...block(0, { ...content[0], type: 'tool_use' }), end('tool_use'));
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: { path: 'a' } }]);
  });

  it('that starts again forgets the calls of its first start', () => {
    const dead = { type: 'tool_use', id: 'dead', name: 'wipe', input: {} };
    const stream = anthropic.stream();
    for (const event of [{ type: 'message_start' } as const, ...block(0, dead), { type: 'message_start' } as const])
      stream.push(event);
    expect(stream.calls).toEqual([]);
    for (const event of [...block(0, { type: 'tool_use', id: 'a', name: 'read', input: {} } as never), end('tool_use')])
      stream.push(event);
    expect(stream.end().calls).toEqual([{ id: 'a', name: 'read', arguments: {} }]);
  });

  it('throws for an error in the stream, and still gives the turn so far', () => {
    const stream = anthropic.stream();
    for (const event of block(0, { type: 'text', text: '' } as never, { type: 'text_delta', text: 'I wo' }))
      stream.push(event);
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as const;
    expect(() => stream.push(error)).toThrow('Anthropic Messages answered with an error. The body: {"type":"error"');
    expect(stream.end()).toMatchObject({ text: 'I wo', stopped: 'stream ended' });
  });

  it.each(['max_tokens', 'refusal', 'model_context_window_exceeded'])(
    'that stops with %s does not run its last call',
    (reason) => {
      const { calls, stopped } = push(
        ...block(0, { type: 'tool_use', id: 'a', name: 'now', input: {} } as never),
        end(reason),
      );
      expect([stopped, calls[0]?.truncated]).toEqual([reason, true]);
    },
  );

  it('that breaks off leaves out half a thought and half a call of the provider, and keeps the text', () => {
    const { history } = push(
      ...block(0, { type: 'text', text: '' } as never, { type: 'text_delta', text: 'I wo' }).slice(0, 2),
      ...block(1, { type: 'thinking', thinking: '', signature: '' } as never),
      ...block(2, { type: 'thinking', thinking: 'Hm', signature: '' } as never).slice(0, 1),
      ...block(3, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} } as never).slice(0, 1),
    );
    expect(history).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'I wo' }] }]);
  });

  it('passes over events of blocks that it does not know', () => {
    const { history } = push(
      ...block(3, { type: 'text', text: '' } as never).slice(1),
      { type: 'ping' },
      end('end_turn'),
    );
    expect(history).toEqual([]);
  });
});
