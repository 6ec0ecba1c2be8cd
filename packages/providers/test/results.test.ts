import { describe, expect, it } from '@jest/globals';
import type { ContentPart, ToolOutcome } from '@haft/core';
import { gemini, type IdentifiedCall } from '../src/gemini.js';
import { openAiChat } from '../src/openai.js';
import { APIS, type AnyApi } from './support/apis.js';
import { DOT } from './support/conversation.js';
import { expectGolden } from './support/golden.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const facts = (callId: string) => ({ callId, tool: 'look', text: 'It is done.', repairs: [] });
const success = (value: unknown, text: string, parts?: readonly ContentPart[]): ToolOutcome => ({
  ...facts('call'),
  status: 'success',
  value,
  text,
  ...(parts === undefined ? {} : { parts }),
});
const withParts = (...parts: readonly ContentPart[]): ToolOutcome =>
  success(undefined, 'What stands for all parts.', parts);

/** Every kind of outcome, and every kind of part. */
const OUTCOMES: Readonly<Record<string, ToolOutcome>> = {
  text: success('It is warm.', 'It is warm.'),
  'text that looks like JSON': success('{"a":1}', '{"a":1}'),
  data: success({ degrees: 21 }, '{"degrees":21}'),
  'a number': success(0, '0'),
  'data with a reference': success({ $ref: '#/x' }, '{"$ref":"#/x"}'),
  'data that was cut': success({ long: 'aaaaaa' }, '{"long":"aaa... (truncated, 12 of 17 characters)'),
  nothing: success(undefined, '(no output)'),
  retry: { ...facts('call'), status: 'retry', issues: [], text: 'Fix the errors and try again.' },
  failed: { ...facts('call'), status: 'failed', reason: 'tool', text: 'HTTP 500 from example.org' },
  denied: { ...facts('call'), status: 'denied', text: 'The tool call was denied.' },
  interrupted: { ...facts('call'), status: 'interrupted', text: 'The tool call was interrupted.' },
  'parts of text': withParts(
    { type: 'text', text: 'One.' },
    { type: 'text', text: '' },
    { type: 'text', text: 'Two.' },
  ),
  'only an empty text': withParts({ type: 'text', text: '' }),
  'a PNG': withParts({ type: 'text', text: 'Here.' }, { type: 'image', data: DOT, mediaType: 'image/png' }),
  'an image of a rare kind': withParts({ type: 'image', data: base64('tiff'), mediaType: 'image/tiff' }),
  'an SVG': withParts({ type: 'image', data: base64('<svg/>'), mediaType: 'image/svg+xml' }),
  'a WAV': withParts({ type: 'audio', data: base64('wave'), mediaType: 'audio/wav' }),
  'a sound of a rare kind': withParts({ type: 'audio', data: base64('midi'), mediaType: 'audio/midi' }),
  'a PDF': withParts({ type: 'file', data: base64('%PDF'), mediaType: 'application/pdf', name: 'bill_no 7.pdf' }),
  'a PDF without a name': withParts({ type: 'file', data: base64('%PDF'), mediaType: 'application/pdf' }),
  'a text file': withParts({ type: 'file', data: base64('höher'), mediaType: 'text/plain', name: 'a.txt' }),
  'a CSV file': withParts({ type: 'file', data: base64('a,b'), mediaType: 'text/csv', name: 'a.csv' }),
  'a JSON file': withParts({ type: 'file', data: base64('[1]'), mediaType: 'application/json' }),
  'a film': withParts({ type: 'file', data: base64('film'), mediaType: 'video/mp4', name: 'a.mp4' }),
  'a file of an unknown kind': withParts({
    type: 'file',
    data: base64('zip'.repeat(1000)),
    mediaType: 'application/zip',
    name: 'a.zip',
  }),
  'a link': withParts({ type: 'resource', uri: 'https://example.org/a', name: 'A page', mediaType: 'text/html' }),
  'a link without a name': withParts({ type: 'resource', uri: 'file:///a.txt' }),
};

const CALL: IdentifiedCall = { id: 'call', name: 'look', arguments: '{}' };

const goldenOf = (api: AnyApi): object =>
  Object.fromEntries(Object.entries(OUTCOMES).map(([title, outcome]) => [title, api.results([CALL], [outcome])]));

describe('results in the form of every provider [RES-3]', () => {
  it.each(APIS.map((one) => [one.name, one] as const))('%s', (name, { make }) => {
    expectGolden(import.meta.dirname, `results-${name.toLowerCase().replaceAll(' ', '-')}`, goldenOf(make()));
  });

  it('Gemini before version 3: media are after the results', () => {
    const api = gemini({ media: 'content' }) as unknown as AnyApi;
    expect(api.results([CALL], [OUTCOMES['a PNG'] as ToolOutcome])).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'call', name: 'look', response: { output: 'Here.\nSee file 2.' } } },
          { text: 'File 2 of the result of look:' },
          { inlineData: { mimeType: 'image/png', data: DOT } },
        ],
      },
    ]);
  });

  it('chat servers that take no media: a note says that something is missing', () => {
    const [message, ...more] = openAiChat({ media: 'text' }).results([CALL], [OUTCOMES['a PNG'] as ToolOutcome]);
    expect(message?.content).toBe(
      'Here.\n(An image was left out, since this API takes none of its kind in a tool result: image/png, 70 bytes)',
    );
    expect(more).toEqual([]);
  });
});

describe.each(APIS.map((one) => [one.name, one.make()] as const))(
  '%s: which outcomes belong to which calls',
  (_name, api) => {
    const calls: readonly IdentifiedCall[] = [
      { id: 'a', name: 'look' },
      { id: 'b', name: 'look' },
    ];
    const outcome = (callId: string): ToolOutcome => ({ ...success('x', `of ${callId}`), callId });
    const thrown = (outcomes: readonly ToolOutcome[]): unknown => {
      try {
        return api.results(calls, outcomes);
      } catch (error) {
        return error;
      }
    };

    it('is told by ids, and results come in the order of the calls', () => {
      expect(api.results(calls, [outcome('b'), outcome('a')])).toEqual(
        api.results(calls, [outcome('a'), outcome('b')]),
      );
    });

    it('must be complete: an outcome that is missing, or of another turn, is a mistake of the host', () => {
      expect(thrown([outcome('a')])).toMatchObject({
        code: 'HAFT_UNANSWERED_CALL',
        message: "There is no outcome of the call 'b' of 'look'.",
      });
      expect(thrown([outcome('a'), outcome('b'), outcome('c')])).toMatchObject({ code: 'HAFT_UNANSWERED_CALL' });
    });

    it('must be settled: a call that waits has no result yet', () => {
      const request = { kind: 'approval' };
      const waiting = { ...facts('b'), status: 'deferred', request } as unknown as ToolOutcome;
      expect(thrown([outcome('a'), waiting])).toMatchObject({
        code: 'HAFT_DEFERRED_OUTCOME',
        message: "The call 'b' of 'look' waits (approval), so it has no result yet.",
      });
    });

    it('may be none', () => {
      expect(api.results([], [])).toEqual([]);
    });
  },
);

describe('a text that every provider rejects never reaches one', () => {
  const texts = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, one]) => [key, ...texts(one)]);
  };
  const half: Readonly<Record<string, ToolOutcome>> = {
    text: success('a\ud800', 'a\ud800'),
    data: success({ a: '\ud800' }, String.raw`{"a":"\ud800"}`),
    failed: { ...facts('call'), status: 'failed', reason: 'tool', text: 'No page \udfff.' },
    parts: withParts(
      { type: 'text', text: 'a\udc00' },
      { type: 'resource', uri: 'file:///\ud800' },
      { type: 'file', data: base64('%PDF'), mediaType: 'application/pdf', name: 'a\ud800.pdf' },
    ),
  };

  it.each(APIS.map((one) => [one.name, one.make()] as const))('%s: half of a character in a result', (_name, api) => {
    for (const outcome of Object.values(half)) {
      const sent = api.results([CALL], [outcome]);
      expect(texts(sent).filter((one) => !one.isWellFormed())).toEqual([]);
      expect(texts(sent).length).toBeGreaterThan(0);
    }
  });

  it.each(APIS.map((one) => [one.name, one.make()] as const))('%s: a blank text', (_name, api) => {
    for (const outcome of [success(' ', ' \n'), withParts({ type: 'text', text: ' ' })]) {
      const blank = texts(api.results([CALL], [{ ...outcome, text: ' ' }])).filter((one) => one.trim() === '');
      expect(blank).toEqual([]);
    }
  });
});
