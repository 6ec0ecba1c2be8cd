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

const bytes = fc.uint8Array({ minLength: 1, maxLength: 8 });
const citation = fc.record({
  title: fullText,
  sourceContent: fc.array(fc.record({ text: fullText }), { maxLength: 1 }),
});
const block: fc.Arbitrary<Body> = fc.oneof(
  fc.record({ text: someText }),
  fc.record({
    reasoningContent: fc.record({
      reasoningText: fc.record({ text: fullText, signature: fullText }, { requiredKeys: ['text'] }),
    }),
  }),
  fc.record({ reasoningContent: fc.record({ redactedContent: bytes }) }),
  fc.record({ toolUse: fc.record({ toolUseId: someId, name: someName, input: someObject }) }),
  fc.record({
    toolUse: fc.record({
      toolUseId: fullText,
      name: fullText,
      input: someObject,
      type: fc.constant('server_tool_use'),
    }),
  }),
  fc.record({
    toolResult: fc.record({
      toolUseId: fullText,
      type: fullText,
      status: fc.constant('success'),
      content: fc.array(fc.record({ json: someObject }), { maxLength: 2 }),
    }),
  }),
  fc.record({
    citationsContent: fc.record({
      content: fc.record({ text: fullText }).map((one) => [one]),
      citations: fc.array(citation, { minLength: 1, maxLength: 2 }),
    }),
  }),
);

export const bedrockWire: WireCase = {
  name: 'Bedrock Converse',
  reply: fc
    .record({
      content: fc.array(block, { maxLength: 5 }),
      stopReason: fc.constantFrom('end_turn', 'tool_use', 'max_tokens', 'malformed_tool_use'),
    })
    .map(({ content, stopReason }) => ({ output: { message: { role: 'assistant', content } }, stopReason })),
  events: eventsOf,
  canonical: (history) => withoutNothing(history),
};

function eventsOf({ output, stopReason }: Body, choose: Choose): readonly Body[] {
  const { content } = (output as { message: { content: readonly Body[] } }).message;
  const queues = content.map((one, contentBlockIndex) => {
    const { start, deltas } = piecesOf(one, choose);
    return [
      ...(start === undefined ? [] : [{ contentBlockStart: { contentBlockIndex, start } }]),
      ...deltas.map((delta) => ({ contentBlockDelta: { contentBlockIndex, delta } })),
      { contentBlockStop: { contentBlockIndex } },
    ];
  });
  const message = { role: 'assistant' };
  const dead: readonly Body[] = [
    { messageStart: message },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'dead' } } },
    { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: 'dead', name: 'read' } } } },
  ];
  // Some proxies put everything into the start.
  if (choose(fc.nat({ max: 9 })) === 0)
    return [{ messageStart: { ...message, content } }, { messageStop: { stopReason } }];
  return [
    ...(choose(fc.nat({ max: 5 })) === 0 ? dead : []),
    { messageStart: message },
    ...padded(interleaved(queues, choose), [{}, { metadata: { usage: { totalTokens: 1 } } }], choose),
    { messageStop: { stopReason } },
    { metadata: { usage: { totalTokens: 1 } } },
  ];
}

function piecesOf(one: Body, choose: Choose): { readonly start?: Body; readonly deltas: readonly Body[] } {
  // Servers without pieces send the whole block in its start.
  if (choose(fc.nat({ max: 4 })) === 0) return { start: one, deltas: [] };
  const { text, reasoningContent, toolUse, toolResult, citationsContent } = one as Record<string, Body | undefined>;
  if (toolUse !== undefined) {
    const { input, ...facts } = toolUse;
    const texts = JSON.stringify(input) === '{}' ? [] : cut(JSON.stringify(input), choose);
    return { start: { toolUse: facts }, deltas: texts.map((piece) => ({ toolUse: { input: piece } })) };
  }
  if (toolResult !== undefined) {
    const { content, ...facts } = toolResult;
    return {
      start: { toolResult: facts },
      deltas: (content as readonly Body[]).map((part) => ({ toolResult: [part] })),
    };
  }
  if (citationsContent !== undefined) {
    const { content, citations } = citationsContent as {
      content: readonly [{ text: string }];
      citations: readonly Body[];
    };
    const texts = cut(content[0].text, choose).map((piece) => ({ text: piece }));
    return { deltas: interleaved<Body>([texts, citations.map((each) => ({ citation: each }))], choose) };
  }
  if (reasoningContent === undefined) return { deltas: cut(String(text), choose).map((piece) => ({ text: piece })) };
  const { reasoningText: thought, redactedContent } = reasoningContent as {
    reasoningText?: Body;
    redactedContent?: Uint8Array;
  };
  if (thought === undefined) {
    const secret = redactedContent as Uint8Array;
    const at = choose(fc.nat({ max: secret.length }));
    return {
      deltas: [secret.slice(0, at), secret.slice(at)].map((piece) => ({
        reasoningContent: { redactedContent: piece },
      })),
    };
  }
  const thoughts = cut(String(thought['text']), choose).map((piece) => ({ reasoningContent: { text: piece } }));
  const { signature } = thought;
  return { deltas: [...thoughts, ...(signature === undefined ? [] : [{ reasoningContent: { signature } }])] };
}
