import { describe, expect, it } from '@jest/globals';
import {
  toBigInt,
  toBuffer,
  toDate,
  toDateTime,
  toMap,
  toNumberMap,
  toUint8Array,
  toUrl,
} from '../../../src/reflected/index.js';

describe('values of texts', () => {
  it('reads a date, or returns nothing for an invalid text', () => {
    expect(toDate('2026-01-31')).toEqual(new Date('2026-01-31T00:00:00Z'));
    expect(toDateTime('2026-01-31T09:00:00+01:00')).toEqual(new Date('2026-01-31T08:00:00Z'));
    expect(toDateTime('2016-12-31T23:59:60Z')).toEqual(new Date('2017-01-01T00:00:00Z'));
    for (const text of ['', 'today', '2026-02-30', '2026-01-31T09:00:00']) expect(toDate(text)).toBeUndefined();
    for (const text of ['', '2026-01-31', '2026-02-30T09:00:00Z']) expect(toDateTime(text)).toBeUndefined();
  });

  it('is a URL, a bigint or bytes, or nothing', () => {
    expect(toUrl('https://example.com/a')?.pathname).toBe('/a');
    expect(toUrl('http://:80')).toBeUndefined();
    expect(toBigInt('-12345678901234567890')).toBe(-12345678901234567890n);
    expect(['', '1.5', '0x10', ' 1'].map(toBigInt)).toEqual([undefined, undefined, undefined, undefined]);
    expect(toBuffer('aGFmdA==')?.toString()).toBe('haft');
    expect(toUint8Array('aGFmdA==')).toEqual(new Uint8Array([104, 97, 102, 116]));
    expect([toBuffer('aGFmdA'), toUint8Array('%%%%')]).toEqual([undefined, undefined]);
  });
});

describe('the map of an object', () => {
  it('has its entries in their order', () => {
    expect([...toMap({ b: 1, a: 2 })]).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  it('keeps names of Object.prototype as data', () => {
    const map = toMap(JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, unknown>);
    expect([...map.keys()]).toEqual(['__proto__', 'constructor']);
  });

  it('has number keys where every key is one, once', () => {
    expect(toNumberMap({ 1: 'a', '-2.5': 'b' })).toEqual(
      new Map([
        [1, 'a'],
        [-2.5, 'b'],
      ]),
    );
    for (const key of ['', ' ', 'one', 'Infinity']) expect(toNumberMap({ [key]: 'a' })).toBeUndefined();
    expect(toNumberMap({ '1': 'a', '1.0': 'b' })).toBeUndefined();
  });
});
