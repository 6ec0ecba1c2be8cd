import { describe, expect, it } from '@jest/globals';
import { bedrockConverse, type BedrockEvent } from '../../src/bedrock.js';

const bedrock = bedrockConverse();
const push = (...events: readonly BedrockEvent[]) => {
  const stream = bedrock.stream();
  for (const event of events) stream.push(event);
  return stream.end();
};

it.each(['', ' \n'])(
  'a tool without a description is sent without one, which Bedrock rejects if it is blank: %j',
  (description) => {
    const parameters = { type: 'object', properties: {} } as const;
    const tools = bedrock.tools([{ name: 'ping', description, parameters, fingerprint: 'f' } as never]);
    expect(JSON.stringify(tools)).toContain('"name":"ping"');
    expect(JSON.stringify(tools)).not.toContain('description');
  },
);

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

  const begin = (contentBlockIndex: number, start: object): BedrockEvent => ({
    contentBlockStart: { contentBlockIndex, start },
  });
  const piece = (contentBlockIndex: number, delta: object): BedrockEvent => ({
    contentBlockDelta: { contentBlockIndex, delta },
  });
  const toolUse = { toolUseId: 'a', name: 'read', input: { path: 'a' } };
  const called = [{ id: 'a', name: 'read', arguments: { path: 'a' } }];
  const messageStart = { role: 'assistant' };
  const messageStop = { stopReason: 'tool_use' };

  it('may have the whole input at the start of a call', () => {
    const stream = bedrock.stream();
    const [shown] = stream.push(begin(0, { toolUse }));
    expect(shown?.partial().value).toEqual({ path: 'a' });
    stream.push({ messageStop });
    expect(stream.end()).toMatchObject({ calls: called, history: [{ content: [{ toolUse }] }] });
  });

  it('pieces take the place of the input of the start', () => {
    const given = begin(0, { toolUse: { ...toolUse, input: { path: '' } } });
    const { calls } = push(given, piece(0, { toolUse: { input: '{"path":"a"}' } }), { messageStop });
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path":"a"}' }]);
  });

  it.each<[string, object]>([
    ['text', { text: 'It is.' }],
    ['text with its sources', { citationsContent: { content: [{ text: 'It is.' }], citations: [{ title: 'T' }] } }],
    ['a thought', { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } }],
    ['a call of the provider', { toolUse: { ...toolUse, type: 'server_tool_use' } }],
    ['a result of the provider', { toolResult: { toolUseId: 'a', content: [{ text: 'T' }] } }],
    ['a block of tomorrow', { hologram: { depth: 3 } }],
  ])('may have %s whole at the start of its block', (_title, block) => {
    const stop = { contentBlockStop: { contentBlockIndex: 0 } };
    const { history, text } = push(begin(0, block), stop, { messageStop: { stopReason: 'end_turn' } });
    expect(history).toEqual([{ role: 'assistant', content: [block] }]);
    expect(text).toBe(JSON.stringify(block).includes('It is.') ? 'It is.' : '');
  });

  it('continues after a text at the start of its block', () => {
    const { history, text } = push(begin(0, { text: 'It ' }), piece(0, { text: 'is.' }), { messageStop });
    expect([history, text]).toEqual([[{ role: 'assistant', content: [{ text: 'It is.' }] }], 'It is.']);
  });

  it('that starts again forgets the blocks of its first start', () => {
    const stream = bedrock.stream();
    const dead = begin(1, { toolUse: { ...toolUse, toolUseId: 'dead', name: 'wipe' } });
    for (const event of [{ messageStart }, piece(0, { text: 'I wo' }), dead, { messageStart }]) stream.push(event);
    expect([stream.calls, stream.text]).toEqual([[], '']);
    for (const event of [begin(0, { toolUse }), { messageStop }]) stream.push(event);
    expect(stream.end()).toEqual({ calls: called, history: [{ role: 'assistant', content: [{ toolUse }] }], text: '' });
  });

  it('finds the calls of a message that comes whole in its start, also with its blocks after it', () => {
    const start = { messageStart: { ...messageStart, content: [{ toolUse }] } };
    expect(push(start, { messageStop }).calls).toEqual(called);
    expect(push(start, begin(0, { toolUse }), { messageStop }).calls).toEqual(called);
  });

  it.each<[string, readonly BedrockEvent[], string]>([
    ['a second block at one index', [begin(0, { toolUse }), begin(0, { toolUse })], 'index 0 is an object'],
    [
      'a piece of a call that never began',
      [piece(0, { toolUse: { input: '{}' } })],
      'the start of the call is missing',
    ],
    ['a call without an index', [begin(undefined as never, { toolUse })], 'contentBlockIndex is missing'],
    ['a piece without an index', [piece(null as never, { text: 'a' })], 'contentBlockIndex is null'],
  ])('throws for %s', (_title, events, problem) => {
    expect(() => push(...events)).toThrow(problem);
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
