import { describe, expect, it } from '@jest/globals';
import {
  anthropicMessages,
  type AnthropicDelta,
  type AnthropicEvent,
  type AnthropicReplyBlock,
} from '../../src/index.js';

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
  it('keeps everything that is not broken: thoughts, callers, and what tools of the provider did', () => {
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

  it('whose input the SDK cannot parse is asked for again', () => {
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
  it('is put together with thoughts, signatures, citations and what tools of the provider did', () => {
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
