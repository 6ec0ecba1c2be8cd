import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuseRanks } from '../../src/texts/fuse-ranks.js';
import { commonWords, rankedWords } from '../../src/texts/ranked-words.js';
import { splitText } from '../../src/texts/split-text.js';
import { documentCondition } from '../../src/texts/text-filter-sql.js';
import { indexedWord, wordPrefix, wordsOf } from '../../src/texts/words-of.js';

const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\n', '\n\n', '. ', 'word ', '🦊')), {
    maxLength: 300,
  })
  .map((parts) => parts.join(''));

describe('splitText', () => {
  it('covers every character that is not white space, in order, within the size [TOOL-10]', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 200 }), fc.integer({ min: 0, max: 90 }), (whole, size, overlap) => {
        let covered = 0;
        let least = 0;
        for (const { start, text: part } of splitText(whole, { size, overlap: Math.min(overlap, size >> 1) })) {
          // It repeats at most half of the part before.
          expect(start).toBeGreaterThanOrEqual(least);
          least = start + part.length / 2;
          expect(part.length).toBeLessThanOrEqual(size);
          expect(part.length).toBeGreaterThan(0);
          expect(whole.slice(start, start + part.length)).toBe(part);
          if (start > covered) expect(whole.slice(covered, start).trim()).toBe('');
          covered = Math.max(covered, start + part.length);
        }
        expect(whole.slice(covered).trim()).toBe('');
      }),
    );
  });

  it('never splits a pair of surrogates [TOOL-10]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), fc.integer({ min: 8, max: 50 }), (whole, size) => {
        fc.pre(whole.isWellFormed());
        for (const { text: part } of splitText(whole, { size, overlap: 0 })) expect(part.isWellFormed()).toBe(true);
      }),
    );
  });

  it.each(['\u{10000}', '\u{1f98a}', '\u{10ffff}'])('keeps each %s whole [TOOL-10]', (character) => {
    for (const before of ['', 'x']) {
      const parts = splitText(before + character.repeat(40), { size: 9, overlap: 0 });
      expect(parts.map(({ text: part }) => part).join('')).toBe(before + character.repeat(40));
      for (const { text: part } of parts) expect(part.isWellFormed()).toBe(true);
    }
  });

  it('ends between paragraphs, else between sentences, else between words [TOOL-10]', () => {
    const split = (whole: string): string[] => splitText(whole, { size: 30, overlap: 0 }).map((part) => part.text);
    expect(split('First paragraph here.\n\nSecond one. It is long.')).toEqual([
      'First paragraph here.',
      'Second one. It is long.',
    ]);
    expect(split('A first sentence. A second one follows here')).toEqual([
      'A first sentence.',
      'A second one follows here',
    ]);
    expect(split('one two three four five six seven eight')).toEqual(['one two three four five six', 'seven eight']);
  });

  it('takes time in proportion to the text [TOOL-10]', () => {
    expect(splitText('x'.repeat(1_000_000), { size: 1_000, overlap: 100 }).length).toBeLessThan(2_000);
    expect(splitText(' \n'.repeat(500_000), { size: 1_000, overlap: 100 })).toEqual([]);
  });
});

describe('wordsOf', () => {
  it.each([
    ['Refunds, refunding & REFUNDED', ['refund', 'refund', 'refund']],
    ['Straße café naïve', ['strass', 'cafe', 'naiv']],
    ['What is the policy?', ['polici']],
    ['北京大学', ['北京', '京大', '大学']],
    ['第3章', ['第', '3', '章']],
    ['__proto__ constructor', ['proto', 'constructor']],
    ['', []],
  ])('%s', (content, words) => {
    expect(wordsOf(content)).toEqual(words);
  });

  it('splits queries and documents in the same way [TOOL-10]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        expect(wordsOf(`${content} x`).slice(0, -1)).toEqual(wordsOf(content));
        expect(wordsOf(content.toUpperCase().toLowerCase())).toEqual(wordsOf(content.toUpperCase()));
      }),
    );
  });
});

describe('fuseRanks', () => {
  const fused = (...lists: readonly (readonly string[])[]): string[] =>
    fuseRanks(
      lists.map((values) => ({ values, weight: 1 })),
      (value) => value,
    ).map(({ value }) => value);

  it('puts a value first that both rankings have near the top [TOOL-10]', () => {
    expect(fused(['a', 'b', 'c'], ['d', 'b', 'e'])[0]).toBe('b');
    expect(fused(['a', 'b'], [])).toEqual(['a', 'b']);
  });

  it('gives a value that is first everywhere the score 1, and all others less [TOOL-10]', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 4 }),
        (values, count) => {
          const scores = fuseRanks(
            Array.from({ length: count }, () => ({ values, weight: 0.5 })),
            (value) => value,
          );
          expect(scores.map(({ value }) => value)).toEqual(values);
          expect(scores[0]?.score).toBe(1);
          for (const { score } of scores.slice(1)) expect(score).toBeLessThan(1);
        },
      ),
    );
  });
});

describe('rankedWords', () => {
  it('takes the rarest words as long as the work has a bound [TOOL-10]', () => {
    const counts = fc.array(fc.record({ word: fc.string(), count: fc.integer({ min: 0, max: 2_000 }) }), {
      maxLength: 64,
    });
    fc.assert(
      fc.property(counts, (all) => {
        const ranked = rankedWords(all);
        const rows = ranked.reduce((sum, { count }) => sum + count, 0);
        expect(rows <= 10_000 || ranked.length === 1).toBe(true);
        const left = all.filter((one) => one.count > 0 && one.count < 2_000 && !ranked.includes(one));
        const largest = Math.max(0, ...ranked.map(({ count }) => count));
        for (const { count } of left) expect(count).toBeGreaterThanOrEqual(largest);
      }),
    );
  });
});

it('uses one form of each word in indexes of all versions [TOOL-10]', () => {
  expect(wordsOf(`${'a'.repeat(40)}s ${'b'.repeat(70)} ${'é'.repeat(70)} ${'ж'.repeat(70)}`)).toEqual([
    `${'a'.repeat(40)}s`,
    'b'.repeat(64),
    'e'.repeat(64),
    'ж'.repeat(64),
  ]);
  expect(wordsOf('running'.padStart(40, 'x'))).toEqual(['run'.padStart(36, 'x')]);
  expect(wordsOf('日 本語 日a本 ก ไทย 한국어')).toEqual([
    ...['日', '本語', '日', 'a', '本', 'ก', 'ไท', 'ทย'],
    ...wordsOf('한국어'),
  ]);
  expect(indexedWord(36, 'cat')).toBe('10_cat');
  expect(indexedWord(1, 'ж')).toBe('1__d0b6');
  expect(wordPrefix(35)).toBe('z_');
});

it('repeats the end of a chunk from a sentence, else from a word [TOOL-10]', () => {
  const split = (whole: string, size: number, overlap: number): string[] =>
    splitText(whole, { size, overlap }).map((part) => part.text);
  expect(split('One two three. Four five. Six seven eight nine ten.', 30, 12)).toEqual([
    'One two three. Four five.',
    'Four five. Six seven eight',
    'eight nine ten.',
  ]);
  expect(split('Aaa bbb.  Ccc ddd.  Eee fff.  Ggg hhh.', 26, 12)).toEqual([
    'Aaa bbb.  Ccc ddd.',
    'ddd.  Eee fff.  Ggg hhh.',
  ]);
  // At most half of a short chunk is repeated.
  expect(split(`${'x'.repeat(19)}. aa bb cc dd.\n\nee ff gg`, 20, 10)).toEqual([
    `${'x'.repeat(19)}.`,
    'aa bb cc dd.',
    'dd.\n\nee ff gg',
  ]);
  expect(split('aaaa bbbb cccc dddd eeee ffff', 20, 7)).toEqual(['aaaa bbbb cccc dddd', 'dddd eeee ffff']);
  expect(split('a。b。c。d。e。f。', 6, 0)).toEqual(['a。b。c。', 'd。e。f。']);
  expect(split('He said "no." Then he left. It was late', 30, 0)).toEqual([
    'He said "no." Then he left.',
    'It was late',
  ]);
  expect(split('first line\nsecond line\nthird', 24, 0)).toEqual(['first line\nsecond line', 'third']);
  expect(split('exactly ten', 11, 0)).toEqual(['exactly ten']);
  expect(split('', 10, 0)).toEqual([]);
});

it('counts ranks by the weight of their ranking [TOOL-10]', () => {
  const fused = fuseRanks(
    [
      { values: ['a', 'b'], weight: 1 },
      { values: ['c', 'b'], weight: 0.5 },
    ],
    (value) => value,
  );
  expect(fused).toEqual([
    { value: 'b', score: 0.9839 },
    { value: 'a', score: 0.6667 },
    { value: 'c', score: 0.3333 },
  ]);
  expect(fuseRanks([], String)).toEqual([]);
});

it('ranks by rare words within 5,000 rows, and calls words common from 2,000 rows [TOOL-10]', () => {
  const counts = (...all: number[]) => all.map((count) => ({ word: `w${String(count)}`, count }));
  const ranked = (...all: number[]) => rankedWords(counts(...all)).map(({ count }) => count);
  expect(ranked(1_999, 2_000, 0, 1)).toEqual([1, 1_999]);
  expect(ranked(1_900, 1_800, 1_300)).toEqual([1_300, 1_800, 1_900]);
  expect(ranked(1_901, 1_800, 1_300)).toEqual([1_300, 1_800]);
  expect(ranked(2_000)).toEqual([]);
  expect(commonWords(counts(1_999, 2_000, 3_000))).toEqual(['w2000', 'w3000']);
});

it('compares documents of the owners with all facts [TOOL-10]', () => {
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `$${String(values.push(value))}`;
  const sql = documentCondition('d', { owners: [1, 2], facts: { a: 'x', b: 3 } }, bind);
  expect(sql.replaceAll(/\s+/g, ' ')).toBe(
    'd IN (SELECT document FROM haft_text_facts WHERE owner IN ($1, $2) AND name = $3 AND value = $4)' +
      ' AND d IN (SELECT document FROM haft_text_facts WHERE owner IN ($5, $6) AND name = $7 AND value = $8)',
  );
  expect(values).toEqual([1, 2, 'a', '"x"', 1, 2, 'b', '3']);
  expect(documentCondition('d', { owners: [1], facts: {} }, bind)).toBe('');
});
