import { describe, expect, it } from '@jest/globals';
import type { IdentifiedCall, ModelTurn } from '../src/openai.js';
import { APIS } from './support/apis.js';
import type { Spoken } from './support/fake-api.js';

const CALLS = { wipe_a: '{"path":"tmp/a"}', wipe_b: '{"path":"tmp/b"}' };
const SPOKEN: Spoken = {
  text: 'I will clean up.',
  calls: Object.entries(CALLS).map(([name, args], index) => ({ id: `c${index}`, name, arguments: args })),
};

/** Makes each value anew, so that a reader which changes one would show. */
const ODD: readonly (() => unknown)[] = [() => null, () => 0, () => '', () => [], () => ({})];

type Place = readonly string[];

/** Returns the place of a value, and of everything in it. */
function placesIn(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...place, key]))];
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((inside, key) => (inside as Record<string, unknown>)[key], value);
}

/** Returns a copy with another value in one place. */
function replaced(value: unknown, place: Place, other: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const last = place.at(-1);
  if (last === undefined) return other;
  (valueAt(copy, place.slice(0, -1)) as Record<string, unknown>)[last] = other;
  return copy;
}

/** Returns the texts in a value. */
function textsIn(value: unknown): readonly string[] {
  return placesIn(value).flatMap((place) => {
    const one = valueAt(value, place);
    return typeof one === 'string' && one !== '' ? [one] : [];
  });
}

/** Returns the text of arguments that would run as they are. */
function runs({ name, arguments: args, truncated }: IdentifiedCall): string | undefined {
  if (truncated === true || !Object.hasOwn(CALLS, name)) return undefined;
  try {
    const value = (typeof args === 'string' ? JSON.parse(args) : args) as unknown;
    return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the reasons why a turn is silently wrong. It may lack what the odd value replaced, and
 * nothing else.
 */
function problemsOf({ calls, text }: ModelTurn<unknown>, gone: unknown): readonly string[] {
  const texts = textsIn(gone);
  const lost = Object.keys(CALLS).filter((name) => !calls.some((call) => call.name === name) && texts.includes(name));
  const problems: string[] = [];
  const kept = calls.filter(({ name }) => Object.hasOwn(CALLS, name));
  const named = Object.keys(CALLS).length - lost.length;
  if (kept.length !== named || calls.length < named || calls.length > 2)
    problems.push(`calls: ${calls.map(({ name }) => name).join(', ')}`);
  for (const call of kept) {
    const whole = CALLS[call.name as keyof typeof CALLS];
    const args = runs(call);
    if (args !== undefined && args !== whole && !texts.some((one) => whole.includes(one)))
      problems.push(`${call.name} runs with ${args}`);
  }
  const said = SPOKEN.text ?? '';
  if (text !== said && !texts.some((one) => said.replace(one, '') === text)) problems.push(`text: ${text}`);
  return problems;
}

/** Returns what is wrong with a reading that has an odd value in one place. */
function wrong(read: () => ModelTurn<unknown>, gone: unknown): readonly string[] {
  try {
    return problemsOf(read(), gone);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    return code === 'HAFT_MALFORMED_REPLY' && message.includes('The body: ') ? [] : [String(error)];
  }
}

describe.each(APIS.map((one) => [one.name, one] as const))('%s: an odd value in any place', (_name, { make, fake }) => {
  const streamed = (events: readonly unknown[]): ModelTurn<unknown> => {
    const stream = make().stream();
    for (const event of events) stream.push(event);
    return stream.end();
  };
  const whole = fake.whole(SPOKEN);
  const events = fake.events(SPOKEN);

  it('gives an error with the body, or a turn that lacks no more than the value', () => {
    expect(problemsOf(make().read(whole), undefined)).toEqual([]);
    const found = placesIn(whole).flatMap((place) =>
      ODD.flatMap((odd) => {
        const body = replaced(whole, place, odd());
        const sent = JSON.stringify(body);
        const problems = wrong(() => make().read(body), valueAt(whole, place));
        expect(JSON.stringify(body)).toBe(sent);
        return problems.map((one) => `${place.join('.')} = ${JSON.stringify(odd())}: ${one}`);
      }),
    );
    expect(found).toEqual([]);
  });

  it('gives an error with the event, or a turn that lacks no more than the value', () => {
    expect(problemsOf(streamed(events), undefined)).toEqual([]);
    const found = events.flatMap((event, index) =>
      placesIn(event).flatMap((place) =>
        ODD.flatMap((odd) => {
          const all = events.with(index, replaced(event, place, odd()) as (typeof events)[number]);
          const sent = JSON.stringify(all);
          const problems = wrong(() => streamed(all), valueAt(event, place));
          expect(JSON.stringify(all)).toBe(sent);
          return problems.map((one) => `event ${index}: ${place.join('.')} = ${JSON.stringify(odd())}: ${one}`);
        }),
      ),
    );
    expect(found).toEqual([]);
  });
});
