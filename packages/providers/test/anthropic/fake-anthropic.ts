import {
  isObject,
  objectOf,
  pieces,
  sameIds,
  sse,
  type Body,
  type FakeProvider,
  type Spoken,
} from '../support/fake-api.js';

/** The Messages API, as far as tools go. */
export const fakeAnthropic: FakeProvider = {
  refusal: ({ messages, tools }) => refusalOfTools(tools as readonly Body[]) ?? refusalOf(messages as readonly Body[]),
  whole: messageOf,
  events: eventsOf,
  frame: sse,
  streamType: 'text/event-stream',
  wantsStream: (_path, { stream }) => stream === true,
};

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

function refusalOfTools(tools: readonly Body[]): string | undefined {
  const isGood = (tool: Body): boolean =>
    NAME.test(String(tool['name'])) && isObject(tool['input_schema']) && tool['input_schema']['type'] === 'object';
  return tools.every(isGood) ? undefined : 'a tool is not as it should be';
}

function refusalOf(messages: readonly Body[]): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) return 'roles must alternate';
    const blocks = blocksOf(content);
    if (blocks.some(({ type, text }) => type === 'text' && text === '')) return 'text content blocks must be non-empty';
    if (blocks.some(({ type, signature }) => type === 'thinking' && signature !== 'c2lnbmVk')) {
      return 'Invalid `signature` in `thinking` block';
    }
    const calls = blocks.filter(({ type }) => type === 'tool_use');
    for (const { name, input } of calls) {
      if (!NAME.test(String(name))) return `name ${String(name)}`;
      if (!isObject(input)) return 'tool_use.input: Input should be a valid dictionary';
    }
    const results = blocksOf(messages[index + 1]?.['content']).filter(({ type }) => type === 'tool_result');
    if (
      role === 'assistant' &&
      !sameIds(
        calls.map(({ id }) => id),
        results.map((one) => one['tool_use_id']),
      )
    ) {
      return 'tool_use ids were found without tool_result blocks immediately after';
    }
    const isMixed = ({ is_error: isError, content: parts }: Body): boolean =>
      isError === true && blocksOf(parts).some(({ type }) => type !== 'text');
    if (results.some(isMixed)) return 'all content must be type "text" if "is_error" is true';
  }
  return undefined;
}

function blocksOf(content: unknown): readonly Body[] {
  return Array.isArray(content) ? (content as readonly Body[]) : [];
}

function messageOf(spoken: Spoken): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: contentOf(spoken),
    stop_reason: stopReasonOf(spoken),
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function contentOf({ text, calls = [] }: Spoken): readonly Body[] {
  return [
    { type: 'thinking', thinking: 'I should look.', signature: 'c2lnbmVk' },
    ...(text === undefined ? [] : [{ type: 'text', text, citations: null }]),
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: objectOf(call) })),
  ];
}

function stopReasonOf({ calls, cut }: Spoken): string {
  if (cut === true) return 'max_tokens';
  return calls === undefined ? 'end_turn' : 'tool_use';
}

function eventsOf(spoken: Spoken): readonly Body[] {
  const args = new Map(spoken.calls?.map((call) => [call.id, call.arguments]));
  const blocks = contentOf(spoken).flatMap((block, index) => {
    const deltas = deltasOf(block, args).map((delta) => ({ type: 'content_block_delta', index, delta }));
    return [
      { type: 'content_block_start', index, content_block: begun(block) },
      ...deltas,
      { type: 'content_block_stop', index },
    ];
  });
  return [
    { type: 'message_start', message: { ...messageOf(spoken), content: [], stop_reason: null } },
    { type: 'ping' },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: stopReasonOf(spoken), stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: 'message_stop' },
  ];
}

function begun(block: Body): Body {
  if (block['type'] === 'tool_use') return { ...block, input: {} };
  return block['type'] === 'text' ? { ...block, text: '' } : { ...block, thinking: '', signature: '' };
}

function deltasOf(
  { type, id, text, thinking, signature }: Body,
  args: ReadonlyMap<unknown, string>,
): readonly object[] {
  if (type === 'text') return pieces(String(text)).map((piece) => ({ type: 'text_delta', text: piece }));
  if (type === 'tool_use')
    return pieces(args.get(id) ?? '').map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  const thoughts = pieces(String(thinking)).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  return [...thoughts, { type: 'signature_delta', signature }];
}
