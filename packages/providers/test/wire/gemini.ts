import fc from 'fast-check';
import {
  cutWhole,
  fullText,
  padded,
  someName,
  someObject,
  someText,
  type Body,
  type Choose,
  type WireCase,
} from './wire-case.js';

/** Arguments that Vertex AI can say value by value: nothing in them is empty. */
const leaf = fc.oneof(fullText, fc.integer(), fc.boolean(), fc.constant(null));
const plainKey = fc.stringMatching(/^[a-z][a-z0-9_ ]{0,5}$/);
const streamable = fc.dictionary(
  plainKey,
  fc.oneof(
    leaf,
    fc.array(leaf, { minLength: 1, maxLength: 3 }),
    fc.dictionary(plainKey, leaf, { minKeys: 1, maxKeys: 2 }),
  ),
  { minKeys: 1, maxKeys: 3 },
);
const part: fc.Arbitrary<Body> = fc.oneof(
  fc.record({ text: someText }),
  fc.record({ text: fullText, thought: fc.constant(true) }),
  fc.record({ text: someText, thoughtSignature: fullText }),
  fc.record(
    {
      functionCall: fc.record(
        { id: fullText, name: someName, args: fc.oneof(someObject, streamable) },
        { requiredKeys: ['name'] },
      ),
      thoughtSignature: fullText,
    },
    { requiredKeys: ['functionCall'] },
  ),
  fc.record({ executableCode: fc.record({ code: fullText }) }),
);

export const geminiWire: WireCase = {
  name: 'Gemini',
  reply: fc
    .record({ parts: fc.array(part, { maxLength: 6 }), finishReason: fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY') })
    .map(({ parts, finishReason }) => ({
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    })),
  events: chunksOf,
  canonical: (history) => (history as readonly { readonly parts: readonly Body[] }[]).map(({ parts }) => joined(parts)),
};

/** Texts without signatures may be one part or several. */
function joined(parts: readonly Body[]): readonly Body[] {
  const all: Body[] = [];
  for (const one of parts.filter(({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined)) {
    const last = all.at(-1);
    const goesOn =
      last !== undefined &&
      typeof last['text'] === 'string' &&
      last['thoughtSignature'] === undefined &&
      typeof one['text'] === 'string' &&
      last['thought'] === one['thought'];
    if (goesOn) Object.assign(last, one, { text: `${String(last['text'])}${String(one['text'])}` });
    else all.push({ ...one });
  }
  return all;
}

function chunksOf({ candidates }: Body, choose: Choose): readonly Body[] {
  const [{ content, finishReason }] = candidates as [{ content: { parts: readonly Body[] }; finishReason: string }];
  const pieces = content.parts.flatMap((one) => piecesOf(one, choose));
  const chunks: Body[] = [];
  for (let at = 0; at < pieces.length;) {
    const size = choose(fc.integer({ min: 1, max: 3 }));
    chunks.push(chunk(pieces.slice(at, at + size)));
    at += size;
  }
  const end = choose(fc.boolean()) ? chunk([{ text: '' }]) : chunk([]);
  Object.assign((end['candidates'] as [Body])[0], { finishReason });
  return padded([...chunks, end], IDLE, choose);
}

/** A signature comes with the last piece. */
function piecesOf(one: Body, choose: Choose): readonly Body[] {
  const { text, thoughtSignature, functionCall, ...facts } = one;
  if (typeof text === 'string') {
    const texts = cutWhole(text, choose);
    const signed = thoughtSignature === undefined ? {} : { thoughtSignature };
    return texts.map((piece, index) => ({ ...facts, text: piece, ...(index === texts.length - 1 ? signed : {}) }));
  }
  const { args, ...call } = (functionCall ?? {}) as { args?: Body };
  if (args === undefined || !isStreamable(args) || choose(fc.boolean())) return [one];
  const places = Object.entries(args).flatMap(([key, value]) => argumentsAt(`$['${key}']`, value, choose));
  return [
    { ...one, functionCall: { ...call, ...choose(NO_ARGUMENTS), willContinue: true } },
    ...places.map((argument) => ({ functionCall: { partialArgs: [argument], willContinue: true } })),
    // The end may repeat the whole.
    { functionCall: choose(fc.oneof(NO_ARGUMENTS, fc.constant({ args }))) },
  ];
}

const NO_ARGUMENTS = fc.constantFrom<Body>({}, { args: {} }, { args: null });

function isStreamable(args: Body): boolean {
  return (
    fullOf(args) &&
    Object.keys(args).every((key) => /^[a-z0-9_ ]+$/.test(key)) &&
    Object.values(args).every((value) => !nested(value))
  );
}

/**
 * Returns whether a value has only the forms of `streamable`: values, and lists and objects of
 * values.
 */
function nested(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const inside = Object.entries(value);
  return (
    inside.length === 0 ||
    inside.some(([key, one]) => (typeof one === 'object' && one !== null) || !/^[a-z0-9_ ]+$/.test(key))
  );
}

function fullOf(args: Body): boolean {
  return Object.keys(args).length > 0;
}

function argumentsAt(jsonPath: string, value: unknown, choose: Choose): readonly Body[] {
  if (typeof value === 'string')
    return cutWhole(value, choose).map((stringValue) => ({ jsonPath, stringValue, willContinue: true }));
  if (typeof value === 'number') return [{ jsonPath, numberValue: value }];
  if (typeof value === 'boolean') return [{ jsonPath, boolValue: value }];
  if (value === null) return [{ jsonPath, nullValue: 'NULL_VALUE' }];
  if (Array.isArray(value)) return value.flatMap((one, index) => argumentsAt(`${jsonPath}[${index}]`, one, choose));
  return Object.entries(value as Body).flatMap(([key, one]) => argumentsAt(`${jsonPath}['${key}']`, one, choose));
}

function chunk(parts: readonly Body[]): Body {
  return { candidates: [{ index: 0, content: { role: 'model', parts } }] };
}

const IDLE: readonly Body[] = [
  { usageMetadata: { totalTokenCount: 1 } },
  { candidates: [] },
  { candidates: [{ index: 0, content: { role: 'model' } }] },
  { candidates: [{ index: 1, content: { parts: [{ text: 'other' }] }, finishReason: 'STOP' }] },
];
