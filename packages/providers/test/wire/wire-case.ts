import fc from 'fast-check';

/** A JSON object. */
export type Body = Record<string, unknown>;

/** Chooses a value while a stream is made of a reply. */
export type Choose = <Value>(from: fc.Arbitrary<Value>) => Value;

/**
 * How one provider sends the same reply: whole, and cut into events by the rules of its protocol.
 */
export interface WireCase {
  readonly name: string;
  readonly reply: fc.Arbitrary<Body>;
  /** Any stream that the provider may send for the reply. */
  readonly events: (reply: Body, choose: Choose) => readonly Body[];
  /**
   * Returns a history without irrelevant differences of a protocol: null or absent, one text or
   * two.
   */
  readonly canonical: (history: readonly unknown[]) => unknown;
}

/** Makes choices out of one generated list of numbers, so that a failing case shrinks. */
export function chooser(gen: fc.GeneratorValue): Choose {
  return (from) => gen(() => from);
}

/** Cuts a text anywhere, also into empty pieces. */
export function cut(text: string, choose: Choose): readonly string[] {
  const places = choose(fc.array(fc.nat({ max: text.length }), { maxLength: 4 })).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

/** Cuts a text between characters, as a protocol with UTF-8 in each event does. */
export function cutWhole(text: string, choose: Choose): readonly string[] {
  let open = '';
  const pieces = cut(text, choose).map((piece) => {
    const all = open + piece;
    open = /[\ud800-\udbff]$/.test(all) ? all.slice(-1) : '';
    return open === '' ? all : all.slice(0, -1);
  });
  return open === '' ? pieces : [...pieces, open];
}

/**
 * Mixes queues without changing the order in each. The first entries come in the order of the
 * queues.
 */
export function interleaved<Event>(queues: readonly (readonly Event[])[], choose: Choose): readonly Event[] {
  if (!choose(fc.boolean())) return queues.flat();
  const left = queues.map((queue) => [...queue]);
  const mixed: Event[] = [];
  let begun = 0;
  while (left.some(({ length }) => length > 0)) {
    const index = choose(fc.nat({ max: Math.min(begun, left.length - 1) }));
    begun = Math.max(begun, index + 1);
    mixed.push(...(left[index] as Event[]).splice(0, 1));
  }
  return mixed;
}

/** Puts events that say nothing of the turn between the others. */
export function padded(events: readonly Body[], idle: readonly Body[], choose: Choose): readonly Body[] {
  return events.flatMap((event) =>
    choose(fc.nat({ max: 3 })) === 0 ? [choose(fc.constantFrom(...idle)), event] : [event],
  );
}

/**
 * Drops null, empty texts and empty lists, which stand for nothing in the history of these APIs.
 */
export function withoutNothing(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('base64')}`;
  if (Array.isArray(value)) return value.map(withoutNothing);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, one]) => [key, withoutNothing(one)] as const);
  return Object.fromEntries(
    fields.filter(([, one]) => one !== null && one !== undefined && one !== '' && !isEmptyList(one)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

export const someText = fc.string({ maxLength: 12, unit: 'grapheme' });
export const fullText = fc.string({ minLength: 1, maxLength: 12 });
export const someObject = fc.dictionary(fullText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) as fc.Arbitrary<Body>;
export const someName = fc.constantFrom('read', 'list', 'functions.read', 'no such name!');
export const someId = fc.oneof(fc.constantFrom('a', 'b', ''), fullText);
