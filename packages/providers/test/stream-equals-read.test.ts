import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { HaftError } from '@haft/core';
import type { IdentifiedCall, ModelTurn } from '../src/openai.js';
import { isMadeId } from '../src/calls/call-id.js';
import { APIS, type AnyApi } from './support/apis.js';
import { WIRES } from './wire/wires.js';
import { chooser, type Body } from './wire/wire-case.js';

const apiOf = (name: string): AnyApi => (APIS.find((one) => one.name === name) as (typeof APIS)[number]).make();

/** Returns the parts of a turn that a run and the next request need. */
function summary(
  { calls, history, text, stopped }: ModelTurn<unknown>,
  canonical: (history: readonly unknown[]) => unknown,
): unknown {
  return { calls: calls.map(callSummary), history: comparable(canonical(history)), text, stopped };
}

function callSummary({ id, name, arguments: args, truncated }: IdentifiedCall): unknown {
  return { id: isMadeId(id) ? 'made' : id, name, arguments: parsed(args), truncated };
}

/** Some APIs send arguments as text when they stream, and as an object in a whole reply. */
function parsed(args: unknown): unknown {
  if (args === '') return {};
  if (typeof args !== 'string') return JSON.parse(JSON.stringify(args));
  try {
    return JSON.parse(args) as unknown;
  } catch {
    return args;
  }
}

function comparable(history: unknown): unknown {
  return JSON.parse(JSON.stringify(history).replaceAll(/made_[0-9a-f]{32}/g, 'made')) as unknown;
}

describe.each(WIRES.map((wire) => [wire.name, wire] as const))('%s', (name, { reply, events, canonical }) => {
  it('a stream that is cut anywhere gives the calls, the history, the text and the end of the whole reply', () => {
    fc.assert(
      fc.property(reply, fc.gen(), (whole, gen) => {
        const sent = JSON.stringify(whole);
        const stream = apiOf(name).stream();
        for (const event of events(whole, chooser(gen))) stream.push(event);
        const streamed = stream.end();
        expect(summary(streamed, canonical)).toEqual(summary(apiOf(name).read(whole), canonical));
        expect(new Set(streamed.calls.map(({ id }) => id)).size).toBe(streamed.calls.length);
        expect(JSON.stringify(whole)).toBe(sent);
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('a stream of one event, with the whole reply, gives the turn of the reply', () => {
    fc.assert(
      fc.property(reply, (whole) => {
        const stream = apiOf(name).stream();
        const shown = stream.push(whole);
        const { text, ...streamed } = stream.end();
        expect(summary({ text, ...streamed }, canonical)).toEqual(summary(apiOf(name).read(whole), canonical));
        expect(shown.map(({ id }) => id)).toEqual(streamed.calls.map(({ id }) => id));
        expect(stream.text).toHaveLength(text.length);
      }),
    );
  });

  it('a stream shows the calls that its end gives, under the same ids', () => {
    fc.assert(
      fc.property(reply, fc.gen(), (whole, gen) => {
        const stream = apiOf(name).stream();
        for (const event of events(whole, chooser(gen))) stream.push(event);
        const shown = stream.calls.map(({ id, name: called }) => `${id} ${called}`);
        const { calls, text } = stream.end();
        expect(new Set(shown)).toEqual(new Set(calls.map(({ id, name: called }) => `${id} ${called}`)));
        expect(stream.text).toHaveLength(text.length);
      }),
    );
  });
});

describe.each(WIRES.map((wire) => [wire.name, wire] as const))('%s: whatever comes', (name, { reply, events }) => {
  /** Reads and streams. Only a Haft error that names the reply may be thrown. */
  const survives = (bodies: readonly unknown[]): void => {
    const api = apiOf(name);
    const stream = api.stream();
    for (const body of bodies) {
      orMalformed(() => api.read(body));
      orMalformed(() => stream.push(body));
    }
    orMalformed(() => stream.end());
  };

  it('random JSON gives a turn, or an error that shows the body', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1, maxLength: 4 }), survives), {
      numRuns: 500,
    });
  });

  it('a reply with anything in any place gives a turn, or an error that shows the body', () => {
    fc.assert(
      fc.property(reply, fc.gen(), (whole, gen) => {
        const choose = chooser(gen);
        const bodies = [whole, ...events(whole, choose)].map((body) =>
          choose(fc.nat({ max: 2 })) === 0 ? mutated(body, choose) : body,
        );
        survives(bodies);
      }),
      { numRuns: 200 },
    );
  });

  it('a body that is nested too deep for any walk gives a turn, or an error', () => {
    const deep = JSON.parse(`${'{"input":{"args":['.repeat(4000)}${']}}'.repeat(4000)}`) as Body;
    fc.assert(
      fc.property(reply, fc.gen(), (whole, gen) => {
        const choose = chooser(gen);
        const bodies = [whole, ...events(whole, choose)];
        // Not all, since an error that tries to show such a body takes long.
        survives(bodies.map((body) => (choose(fc.nat({ max: 2 })) === 0 ? mutated(body, choose, deep) : body)));
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});

function orMalformed(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    // Without `expect`, which takes longer than all else here.
    const { name, code, message } = error as HaftError;
    const isMalformed = name === 'HaftError' && code === 'HAFT_MALFORMED_REPLY' && message.includes('The body: ');
    if (!isMalformed) throw error;
  }
}

/** A copy with something else in one place. */
function mutated(body: unknown, choose: ReturnType<typeof chooser>, put?: unknown): unknown {
  const isLeaf =
    typeof body !== 'object' || body === null || ArrayBuffer.isView(body) || Object.keys(body).length === 0;
  if (isLeaf || choose(fc.nat({ max: 5 })) === 0) return put ?? choose(WRONG);
  const copy = (Array.isArray(body) ? [...(body as unknown[])] : { ...body }) as Body;
  const key = choose(fc.constantFrom(...Object.keys(copy)));
  if (!Array.isArray(copy) && choose(fc.nat({ max: 6 })) === 0) delete copy[key];
  else copy[key] = mutated(copy[key], choose, put);
  return copy;
}

const WRONG = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    'text',
    0,
    -1,
    1.5,
    true,
    [],
    {},
    [null],
    [[]],
    { a: null },
    { type: 'tool_use' },
  ),
  fc.jsonValue(),
);
