import fc from 'fast-check';
import {
  cut,
  fullText,
  interleaved,
  padded,
  someId,
  someName,
  someObject,
  someText,
  withoutNothing,
  type Body,
  type Choose,
  type WireCase,
} from './wire-case.js';

const block: fc.Arbitrary<Body> = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    text: someText,
    citations: fc.option(fc.array(fc.record({ url: fullText }), { maxLength: 3 })),
  }),
  fc.record({ type: fc.constant('thinking'), thinking: someText, signature: fullText }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fullText }),
  fc.record(
    {
      type: fc.constant('tool_use'),
      id: someId,
      name: someName,
      input: someObject,
      caller: fc.record({ type: fc.constant('direct') }),
    },
    { requiredKeys: ['type', 'id', 'name', 'input'] },
  ),
  fc.record({
    type: fc.constant('tool_use'),
    id: fullText,
    name: fullText,
    input: someObject,
    toolset_name: fc.constant('browser'),
  }),
  fc.record({ type: fc.constant('server_tool_use'), id: fullText, name: fullText, input: someObject }),
  fc.record({
    type: fc.constant('web_search_tool_result'),
    tool_use_id: fullText,
    content: fc.array(someObject, { maxLength: 2 }),
  }),
  fc.record({ type: fc.constant('compaction'), content: fc.option(fullText), encrypted: someObject }),
);

export const anthropicWire: WireCase = {
  name: 'Anthropic Messages',
  reply: fc.record({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    content: fc.array(block, { maxLength: 5 }),
    stop_reason: fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'refusal', 'pause_turn'),
  }),
  events: eventsOf,
  canonical: (history) => withoutNothing(history),
};

function eventsOf(reply: Body, choose: Choose): readonly Body[] {
  const content = reply['content'] as readonly Body[];
  const message = { ...reply, content: [], stop_reason: null };
  // Some proxies put everything into the start.
  if (choose(fc.nat({ max: 9 })) === 0) return [{ type: 'message_start', message: reply }, { type: 'message_stop' }];
  const queues = content.map((one, index) => blockEvents(one, index, choose));
  const dead: readonly Body[] = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'dead', name: 'read', input: {} } },
  ];
  return [
    ...(choose(fc.nat({ max: 5 })) === 0 ? dead : []),
    { type: 'message_start', message },
    ...padded(interleaved(queues, choose), IDLE, choose),
    {
      type: 'message_delta',
      delta: { stop_reason: reply['stop_reason'], stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    ...(choose(fc.boolean()) ? [{ type: 'message_stop' }] : []),
  ];
}

function blockEvents(one: Body, index: number, choose: Choose): readonly Body[] {
  const { begun, deltas } = pieces(one, choose);
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function pieces(one: Body, choose: Choose): { readonly begun: Body; readonly deltas: readonly Body[] } {
  const { type, text, citations, thinking, signature, input } = one;
  if (type === 'text') {
    const texts = cut(String(text), choose).map((piece) => ({ type: 'text_delta', text: piece }));
    const cited = ((citations ?? []) as readonly Body[]).map((citation) => ({ type: 'citations_delta', citation }));
    return {
      begun: { ...one, text: '', citations: citations === null ? null : [] },
      deltas: interleaved<Body>([texts, cited], choose),
    };
  }
  if (type === 'thinking') {
    const thoughts = cut(String(thinking), choose).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
    return {
      begun: { ...one, thinking: '', signature: '' },
      deltas: [...thoughts, { type: 'signature_delta', signature }],
    };
  }
  if (input === undefined || choose(fc.nat({ max: 4 })) === 0) return { begun: one, deltas: [] };
  const deltas = cut(JSON.stringify(input), choose).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return { begun: { ...one, input: {} }, deltas };
}

const IDLE: readonly Body[] = [{ type: 'ping' }, { type: 'an_event_of_tomorrow', index: 0 }];
