import { describe, expect, it } from '@jest/globals';
import { bedrockConverse, type BedrockEvent } from '../../src/bedrock.js';

const bedrock = bedrockConverse();
const push = (...events: readonly BedrockEvent[]) => {
  const stream = bedrock.stream();
  for (const event of events) stream.push(event);
  return stream.end();
};

describe('a reply of Bedrock', () => {
  it("keeps everything valid: thoughts, and the work of the provider's tools", () => {
    const content = [
      { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
      { toolUse: { toolUseId: 's', name: 'nova_grounding', input: {}, type: 'server_tool_use' as const } },
      { toolUse: { toolUseId: 'a', name: 'read', input: { path: 'a' } } },
    ];
    const turn = bedrock.read({ output: { message: { content } }, stopReason: 'tool_use' });
    expect(turn.calls).toEqual([{ id: 'a', name: 'read', arguments: { path: 'a' } }]);
    expect(turn.history).toEqual([{ role: 'assistant', content }]);
  });

  it('without a message has no turn', () => {
    expect(bedrock.read({ stopReason: 'guardrail_intervened' })).toEqual({
      calls: [],
      history: [],
      text: '',
      stopped: 'guardrail_intervened',
    });
  });

  it('that Bedrock calls malformed does not run its last call', () => {
    const content = [{ toolUse: { toolUseId: 'a', name: 'read', input: {} } }];
    const { calls } = bedrock.read({ output: { message: { content } }, stopReason: 'malformed_tool_use' });
    expect(calls[0]?.truncated).toBe(true);
  });
});

describe('a streamed reply of Bedrock', () => {
  it("is assembled with secret thoughts, and with the work of the provider's tools", () => {
    const secret = (...bytes: readonly number[]): BedrockEvent => ({
      contentBlockDelta: {
        contentBlockIndex: 0,
        delta: { reasoningContent: { redactedContent: new Uint8Array(bytes) } },
      },
    });
    const { history } = push(
      secret(1, 2),
      secret(3),
      { contentBlockStop: { contentBlockIndex: 0 } },
      {
        contentBlockStart: {
          contentBlockIndex: 1,
          start: { toolUse: { toolUseId: 's', name: 'nova_grounding', type: 'server_tool_use' } },
        },
      },
      { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: '{}' } } } },
      { contentBlockDelta: { contentBlockIndex: 2, delta: { text: 'It is.' } } },
      { messageStop: { stopReason: 'end_turn' } },
    );
    expect(history).toEqual([
      {
        role: 'assistant',
        content: [
          { reasoningContent: { redactedContent: new Uint8Array([1, 2, 3]) } },
          { toolUse: { toolUseId: 's', name: 'nova_grounding', type: 'server_tool_use', input: {} } },
          { text: 'It is.' },
        ],
      },
    ]);
  });

  it('leaves out half a call of the provider, and throws for an error in the stream', () => {
    const begun: BedrockEvent = {
      contentBlockStart: {
        contentBlockIndex: 0,
        start: { toolUse: { toolUseId: 's', name: 'nova_grounding', type: 'server_tool_use' } },
      },
    };
    expect(push(begun).history).toEqual([]);
    expect(() => push({ throttlingException: { message: 'Too many.' } } as BedrockEvent)).toThrow(
      'Bedrock Converse answered with an error. The body: {"throttlingException":{"message":"Too many."}}',
    );
  });

  it('passes over events that say nothing of the turn', () => {
    expect(push({}, { contentBlockStart: { contentBlockIndex: undefined, start: undefined } })).toEqual({
      calls: [],
      history: [],
      text: '',
      stopped: 'stream ended',
    });
  });
});
