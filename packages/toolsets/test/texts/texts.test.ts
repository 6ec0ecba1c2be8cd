import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuseRanks } from '../../src/texts/fuse-ranks.js';
import { rankedWords } from '../../src/texts/ranked-words.js';
import { splitText } from '../../src/texts/split-text.js';
import { wordsOf } from '../../src/texts/words-of.js';

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
        for (const { start, text: part } of splitText(whole, { size, overlap: Math.min(overlap, size >> 1) })) {
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
