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

const call = fc.record(
  {
    id: someId,
    type: fc.constant('function'),
    function: fc.record({
      name: someName,
      arguments: fc.oneof(
        someObject.map((value) => JSON.stringify(value)),
        someText,
      ),
    }),
    extra_content: fc.record({ google: fc.record({ thought_signature: fullText }) }),
  },
  { requiredKeys: ['id', 'type', 'function'] },
);
const custom = fc.record({
  id: fullText,
  type: fc.constant('custom'),
  custom: fc.record({ name: fc.constant('sql'), input: someText }),
});
/** A call without a function, as broken servers send it. */
const nameless = fc.record({ id: someId, type: fc.constant('function') }, { requiredKeys: [] });
const thought = fc.record(
  {
    type: fc.constant('reasoning.text'),
    text: fullText,
    signature: fullText,
    format: fc.constant('anthropic-claude-v1'),
  },
  { requiredKeys: ['type', 'text', 'format'] },
);
const secret = fc.record({ type: fc.constant('reasoning.encrypted'), data: fullText, id: fullText });
const message = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.option(someText),
    refusal: fc.option(someText),
    reasoning_content: someText,
    reasoning_details: fc
      .array(fc.oneof(thought, secret), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((one, index) => ({ ...one, index }))),
    tool_calls: fc.array(
      fc.oneof({ weight: 8, arbitrary: call }, { weight: 2, arbitrary: custom }, { weight: 1, arbitrary: nameless }),
      { minLength: 1, maxLength: 4 },
    ),
    function_call: fc.record({ name: someName, arguments: someObject.map((value) => JSON.stringify(value)) }),
    x_server: fc.record({ note: someText, tags: fc.array(fullText, { maxLength: 2 }) }),
  },
  { requiredKeys: ['role', 'content'] },
);

export const chatWire: WireCase = {
  name: 'OpenAI Chat Completions',
  reply: fc
    .record({
      message,
      finish_reason: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter', 'error'),
    })
    .map((choice) => ({ choices: [{ index: 0, ...choice }] })),
  events: chunksOf,
  canonical: (history) => withoutNothing(history),
};

function chunksOf({ choices }: Body, choose: Choose): readonly Body[] {
  const [{ message: said, finish_reason: finish }] = choices as [{ message: Body; finish_reason: string }];
  const {
    role,
    tool_calls: calls = [],
    function_call: legacy,
    reasoning_details: details = [],
    x_server: other,
    ...texts
  } = said;
  const spoken = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? cut(text, choose).map((piece) => ({ [key]: piece })) : [{ [key]: text }],
  );
  const thoughts = (details as readonly Body[]).map((detail) =>
    detailPieces(detail, choose).map((one) => ({ reasoning_details: [one] })),
  );
  const deltas: readonly Body[] = [
    { role, content: '' },
    ...interleaved(thoughts, choose),
    ...interleaved([spoken, ...calledDeltas(calls as readonly Body[], legacy as Body | undefined, choose)], choose),
    ...(other === undefined ? [] : [{ x_server: other }]),
  ];
  const place = choose(fc.constantFrom<Body>({ index: 0 }, { index: 0 }, { index: null }, { index: '0' }, {}));
  // Some servers send the whole message, alone or after deltas.
  const repeated = choose(fc.nat({ max: 4 })) === 0 ? { message: said } : {};
  if ('message' in repeated && choose(fc.boolean())) {
    return padded([{ choices: [{ ...place, ...repeated, finish_reason: finish }] }], IDLE, choose);
  }
  const chunks = deltas.map((delta): Body => ({ choices: [{ ...place, delta, finish_reason: null }] }));
  const end = { choices: [{ ...place, delta: choose(fc.constantFrom({}, null)), ...repeated, finish_reason: finish }] };
  return [...padded([...chunks, end], IDLE, choose), { choices: [], usage: { total_tokens: 1 } }];
}

function detailPieces({ text, signature, data, ...facts }: Body, choose: Choose): readonly Body[] {
  const pieces: Body[] = typeof text === 'string' ? cut(text, choose).map((piece) => ({ ...facts, text: piece })) : [];
  if (signature !== undefined) pieces.push({ ...facts, signature });
  if (data !== undefined) pieces.push({ ...facts, data });
  return pieces;
}

/** The pieces of both forms of calls: in the same deltas, or each in its own. */
function calledDeltas(calls: readonly Body[], legacy: Body | undefined, choose: Choose): readonly (readonly Body[])[] {
  const pieces = callDeltas(calls, choose);
  if (legacy === undefined) return [pieces];
  const older = pieceFunction(legacy, choose).map((one) => ({ function_call: one }));
  if (choose(fc.boolean())) return choose(fc.boolean()) ? [pieces, older] : [older, pieces];
  const longer = pieces.length > older.length ? pieces : older;
  return [longer.map((_, index) => ({ ...pieces[index], ...older[index] }))];
}

/**
 * The pieces of calls: with indexes or without, ids late or in every piece, several pieces in one
 * delta.
 */
function callDeltas(calls: readonly Body[], choose: Choose): readonly Body[] {
  const ids = calls.map(({ id }) => id);
  // Without indexes, ids are all that tells calls apart.
  const mayOmit = ids.every((id) => id !== '' && id !== undefined) && new Set(ids).size === ids.length;
  const omitsIndex = mayOmit && choose(fc.boolean());
  const isLate = !omitsIndex && new Set(ids).size === ids.length && choose(fc.boolean());
  const queues = calls.map((one, index) => {
    const { id, function: told, custom: own, ...facts } = one;
    if (told === undefined && own === undefined) return [omitsIndex ? one : { index, ...one }];
    const kind = told === undefined ? 'custom' : 'function';
    const pieces = pieceFunction((told ?? own) as Body, choose);
    const at = isLate ? choose(fc.nat({ max: pieces.length - 1 })) : 0;
    return pieces.map((piece, place) => ({
      ...(omitsIndex ? {} : { index }),
      ...(place === at ? { id } : place < at && choose(fc.boolean()) ? { id: '' } : {}),
      ...(place === 0 ? facts : {}),
      [kind]: piece,
    }));
  });
  const pieces = omitsIndex ? queues.flat() : interleaved(queues, choose);
  return choose(fc.boolean()) ? pieces.map((piece) => ({ tool_calls: [piece] })) : [{ tool_calls: pieces }];
}

/** The first piece has the name. */
function pieceFunction({ name, ...texts }: Body, choose: Choose): readonly Body[] {
  const [[key, text]] = Object.entries(texts) as [[string, string]];
  return [{ name, [key]: '' }, ...cut(text, choose).map((piece) => ({ [key]: piece }))];
}

const IDLE: readonly Body[] = [
  { choices: [] },
  { choices: [{ index: 0, delta: {}, finish_reason: null }] },
  { choices: [{ index: 1, delta: { content: 'other' }, finish_reason: 'stop' }] },
  { usage: { total_tokens: 1 } },
];
