import { isObject, objectOf, pieces, sse, type Body, type FakeProvider, type Spoken } from '../support/fake-api.js';

/** The Gemini API, as far as tools go. Its models give calls no ids. */
export const fakeGemini: FakeProvider = {
  refusal: ({ contents }) => refusalOf(contents as readonly Content[]),
  whole: (spoken) => chunk(partsOf(spoken), { finishReason: reasonOf(spoken) }),
  events: chunksOf,
  frame: sse,
  streamType: 'text/event-stream',
  wantsStream: (path) => path.includes(':streamGenerateContent'),
};

interface Content {
  readonly role: string;
  readonly parts: readonly { readonly text?: string; readonly functionCall?: Body; readonly functionResponse?: Body }[];
}

function refusalOf(contents: readonly Content[]): string | undefined {
  for (const [index, { role, parts }] of contents.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'model')) return 'roles must alternate';
    if (parts.length === 0 || parts.some(({ text }) => text === '')) return 'contents.parts must not be empty';
    const calls = parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]));
    const results = (contents[index + 1]?.parts ?? []).flatMap(({ functionResponse }) =>
      functionResponse === undefined ? [] : [functionResponse],
    );
    if (role !== 'model') continue;
    if (calls.some(({ args }) => !isObject(args))) return 'args must be an object';
    const names = (all: readonly Body[]): string => all.map(({ id, name }) => `${String(id)} ${String(name)}`).join();
    if (names(calls) !== names(results)) return 'the number of function response parts must equal that of the calls';
    if (results.some(({ response }) => !isObject(response))) return 'response must be an object';
  }
  return undefined;
}

function partsOf({ text, calls = [] }: Spoken): readonly Body[] {
  return [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map((call, index) => {
      const args = objectOf(call);
      // A signature belongs to the first call of a turn, and must come back with it.
      const signature = index === 0 ? { thoughtSignature: 'c2lnbmVk' } : {};
      return { functionCall: { name: call.name, args: isObject(args) ? args : {} }, ...signature };
    }),
  ];
}

function reasonOf({ cut }: Spoken): string {
  return cut === true ? 'MAX_TOKENS' : 'STOP';
}

/** A call that is cut off comes alone: Gemini streams calls whole. */
function chunksOf(spoken: Spoken): readonly Body[] {
  const texts = pieces(spoken.text ?? '').map((text) => ({ text }));
  const parts: readonly object[] = [...texts, ...partsOf({ calls: spoken.calls ?? [] })];
  const end = { finishReason: reasonOf(spoken) };
  if (spoken.cut === true) return [chunk(parts, end)];
  return [...parts.map((part) => chunk([part], {})), chunk([{ text: '' }], end)];
}

function chunk(parts: readonly object[], end: object): Body {
  return { candidates: [{ index: 0, content: { role: 'model', parts }, ...end }] };
}
