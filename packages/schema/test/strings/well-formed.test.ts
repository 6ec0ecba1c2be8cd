import { describe, expect, it } from '@jest/globals';
import { wellFormedData, wellFormedJson } from '../../src/basics.js';

const HALF = '\ud83d';

describe('data without halves of surrogate pairs', () => {
  it('is the same data if it has none', () => {
    const data = { a: ['😀', { b: null }], n: Number.NaN };
    expect(wellFormedData(data)).toBe(data);
  });

  it('has U+FFFD in texts and in names, at every depth', () => {
    const kept = { c: 1 };
    const data: Record<string, unknown> = wellFormedData({ [`a${HALF}`]: [`${HALF}b`, { kept, pair: '😀' }] });
    expect(data).toEqual({ 'a\ufffd': ['\ufffdb', { kept, pair: '😀' }] });
  });

  it('keeps a name that sets a prototype, getters, bytes and instances', () => {
    const bytes = new Uint8Array([1]);
    const when = new Date(0);
    const read = { times: 0 };
    const data = wellFormedData(
      Object.defineProperty({ bytes, when, text: HALF, ['__proto__']: HALF }, 'lazy', {
        enumerable: true,
        get: () => ++read.times,
      }),
    );
    expect(data.bytes).toBe(bytes);
    expect(data.when).toBe(when);
    expect(data.text).toBe('\ufffd');
    expect(Object.getOwnPropertyDescriptor(data, '__proto__')?.value).toBe('\ufffd');
    expect(read.times).toBe(0);
  });

  it('does not end the stack if it is deep', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    expect(wellFormedData(deep)).toBe(deep);
  });
});

describe('JSON text without halves of surrogate pairs', () => {
  it.each([
    [String.raw`{"a":"\ud83d\ude00"}`, String.raw`{"a":"\ud83d\ude00"}`],
    [String.raw`{"a":"\ud83d"}`, '{"a":"\ufffd"}'],
    [String.raw`{"a":"\\ud83d"}`, String.raw`{"a":"\\ud83d"}`],
    [`{"a":"${HALF}"}`, '{"a":"\ufffd"}'],
  ])('%s', (text, expected) => {
    expect(wellFormedJson(text)).toBe(expected);
  });
});
