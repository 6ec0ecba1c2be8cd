import fc from 'fast-check';
import {
  cut,
  fullText,
  interleaved,
  padded,
  someName,
  someObject,
  someText,
  withoutNothing,
  type Body,
  type Choose,
  type WireCase,
} from './wire-case.js';

const said = fc.oneof(
  fc.record({ type: fc.constant('output_text'), text: someText, annotations: fc.array(someObject, { maxLength: 1 }) }),
  fc.record({ type: fc.constant('refusal'), refusal: someText }),
);
const item: fc.Arbitrary<Body> = fc.oneof(
  fc.record({ type: fc.constant('reasoning'), summary: fc.constant([]), encrypted_content: fc.option(fullText) }),
  fc.record({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    status: fc.constant('completed'),
    content: fc.array(said, { maxLength: 2 }),
  }),
  fc.record(
    {
      type: fc.constant('function_call'),
      call_id: fc.oneof(fc.constantFrom('a', ''), fullText),
      name: someName,
      namespace: fc.constant('notes'),
      arguments: fc.oneof(
        someObject.map((value) => JSON.stringify(value)),
        someText,
      ),
      status: fc.constantFrom('completed', 'in_progress'),
    },
    { requiredKeys: ['type', 'call_id', 'name', 'arguments'] },
  ),
  fc.record({ type: fc.constant('web_search_call'), status: fc.constant('completed'), action: someObject }),
);

export const responsesWire: WireCase = {
  name: 'OpenAI Responses',
  reply: fc
    .record({ output: fc.array(item, { maxLength: 5 }), end: fc.constantFrom('completed', 'incomplete', 'failed') })
    .map(({ output, end }) => ({
      status: end,
      incomplete_details: end === 'incomplete' ? { reason: 'max_output_tokens' } : null,
      output: output.map((one, index) => ({
        ...one,
        id: `item_${index}`,
        // Only a completed reply says that an item which is `in_progress` is whole.
        ...(end !== 'completed' && one['status'] === 'in_progress' ? { status: 'completed' } : {}),
      })),
    })),
  events: eventsOf,
  canonical: (history) => withoutNothing(history),
};

function eventsOf(reply: Body, choose: Choose): readonly Body[] {
  const output = reply['output'] as readonly Body[];
  const isRepeated = choose(fc.boolean());
  const omitsIndex = choose(fc.boolean());
  const queues = output.map((one, index) => itemEvents(one, index, isRepeated, choose));
  const events = omitsIndex ? queues.flat().map(withoutIndex) : interleaved(queues, choose);
  const response = isRepeated ? reply : { ...reply, output: choose(fc.constantFrom([], null)) };
  const created: Body = { type: 'response.created', response: { status: 'in_progress', output: [] } };
  const dead: readonly Body[] = [
    created,
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'function_call', id: 'item_1', call_id: 'dead', name: 'read', arguments: '{' },
    },
  ];
  return [
    ...(choose(fc.nat({ max: 5 })) === 0 ? dead : []),
    created,
    ...padded(events, IDLE, choose),
    { type: `response.${String(reply['status'])}`, response },
  ];
}

function withoutIndex({ output_index: _index, ...event }: Body): Body {
  return event;
}

/**
 * @param isRepeated - whether the last event has the items too, so that a server may leave out that
 * they are done
 */
function itemEvents(one: Body, output_index: number, isRepeated: boolean, choose: Choose): readonly Body[] {
  const at = { output_index, item_id: one['id'] };
  const args = one['arguments'];
  // Servers without pieces send the whole arguments when they add the call.
  const isGiven = typeof args === 'string' && choose(fc.nat({ max: 4 })) === 0;
  const begun =
    typeof args === 'string'
      ? { ...one, arguments: isGiven ? args : '', status: 'in_progress' }
      : one['type'] === 'message'
        ? { ...one, status: 'in_progress', content: [] }
        : one;
  const texts = ((one['content'] ?? []) as readonly Body[]).flatMap((part, content_index) => {
    const key = part['type'] === 'refusal' ? 'refusal' : 'text';
    const type = key === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta';
    return cut(String(part[key]), choose).map((delta) => ({ type, ...at, content_index, delta }));
  });
  const pieces =
    typeof args === 'string' && !isGiven
      ? cut(args, choose).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta }))
      : [];
  const isWhole = !isRepeated || choose(fc.boolean());
  return [
    ...(!isWhole || choose(fc.boolean()) || isGiven || pieces.length + texts.length > 0
      ? [{ type: 'response.output_item.added', output_index, item: begun }]
      : []),
    ...texts,
    ...pieces,
    ...(typeof args === 'string' && choose(fc.boolean())
      ? [{ type: 'response.function_call_arguments.done', ...at, arguments: args }]
      : []),
    ...(isWhole
      ? [
          {
            type: 'response.output_item.done',
            output_index,
            item: typeof args === 'string' ? { ...one, arguments: choose(fc.constantFrom(args, args, '', null)) } : one,
          },
        ]
      : []),
  ];
}

const IDLE: readonly Body[] = [
  { type: 'response.in_progress', response: { status: 'in_progress' } },
  { type: 'keepalive' },
];
