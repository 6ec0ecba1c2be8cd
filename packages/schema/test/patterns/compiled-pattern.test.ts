import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compiledPattern } from '../../src/patterns/compiled-pattern.js';
import { PatternLimitError } from '../../src/patterns/pattern-limit-error.js';
import { MOST_STEPS, StepBudget } from '../../src/patterns/step-budget.js';
import { LinearPattern } from '../../src/patterns/linear-pattern.js';
import { programOf } from '../../src/patterns/pattern-program.js';
import { parsePattern, patternHazard } from '../../src/patterns/parse-pattern.js';

/** Patterns that keep a backtracking engine busy for ever, each with such a text. */
const KILLERS: readonly (readonly [pattern: string, text: string])[] = [
  ['^(a+)+$', 'a'],
  ['^(a|a)*$', 'a'],
  ['^(a|aa)+$', 'a'],
  ['^(.*a){12}$', 'a'],
  ['(x+x+)+y', 'x'],
  ['^([a-zA-Z0-9]+)*\\.com$', 'a'],
  ['^(\\w+\\s?)*$', 'a'],
  ['\\s+$', ' '],
  ['^\\d*\\d*\\d*\\d*\\d*x', '1'],
  ['^(?=(a+)+$)a', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['^a{0,300}a{0,300}b$', 'a'],
];

/** A text of two letters in no order. */
function mixed(length: number): string {
  let text = '';
  for (let i = 0, state = 1; i < length; i++) {
    state = (state * 48_271) % 2_147_483_647;
    text += (state >> 8) % 2 === 0 ? 'a' : 'b';
  }
  return text;
}

/** Patterns with many steps for each character, and few for their length. */
const COSTLY: readonly string[] = [
  ...Array.from({ length: 12 }, (_, i) => `^(?:a|b)*a[ab]{${400 + i}}c$`),
  ...Array.from({ length: 12 }, (_, i) => `(?:a|b)*[ab]{0,${200 + i}}a{0,450}c`),
  ...Array.from({ length: 12 }, (_, i) => `(?:${'(?:a|b)?'.repeat(30 + i)})*c`),
  ...Array.from({ length: 6 }, (_, i) => `(a?){${100 + i}}a{100}[^ab]`),
  ...Array.from({ length: 6 }, (_, i) => `^[ab]*a{${i + 20}}[^a]$`),
];

describe('compiledPattern', () => {
  it.each(KILLERS)('answers for %s and 10,000 characters', (pattern, character) => {
    const text = `${character.repeat(10_000)}\u0000`;
    expect(compiledPattern(pattern)?.test(text)).toBe(false);
    expect(parsePattern(pattern)).not.toHaveProperty('plain');
  });

  it.each(['^(?:a|b)*a[ab]{200}c$', '^(?:a|b)*[ab]{0,150}a{0,150}c', '(a?){150}a{150}b', '(?:a|b)*\\ba[ab]{90}$'])(
    'looks at each step of %s at most once a character',
    (pattern) => {
      const parsed = parsePattern(pattern);
      if (typeof parsed === 'string') throw new Error(parsed);
      const budget = new StepBudget();
      for (const { node } of parsed.parts) {
        const linear = new LinearPattern(node);
        const { length } = programOf(node);
        for (const text of [mixed(5000), mixed(10_000), 'a'.repeat(10_000)]) {
          budget.restart();
          linear.test(text, budget);
          // Sets of steps that are remembered cost a constant more, and as much for each character.
          expect(budget.spent).toBeLessThanOrEqual((text.length + 1) * (length + 64) + 200_000);
          expect(length).toBeLessThanOrEqual(2_000);
        }
      }
    },
  );

  it('ends the check of 48 costly patterns on 10,000 characters after a fixed number of steps', () => {
    const budget = new StepBudget();
    const text = mixed(10_000);
    expect(COSTLY).toHaveLength(48);
    expect(() => COSTLY.map((pattern) => compiledPattern(pattern, budget)?.test(text))).toThrow(PatternLimitError);
    expect(budget.spent).toBeLessThan(MOST_STEPS + 2_000 * 8 + 1);
  });

  it.each(['n.edle', 'invoice|receipt', 'colou?r', '[0-9]{4}-[0-9]{2}'])(
    'leaves %s to the native engine, which is faster, and takes a few steps at each character',
    (pattern) => {
      const budget = new StepBudget();
      expect(parsePattern(pattern)).toMatchObject({ plain: { isEach: true } });
      expect(compiledPattern(pattern, budget)?.test('n'.repeat(10_000))).toBe(false);
      expect(budget.spent).toBeLessThan(10_000 * 6);
    },
  );

  it.each(['a+b', '(?:ab)*', 'a{0,10}b', '(?:a?){9}(?:a?){9}'])('does not leave %s to the native engine', (pattern) => {
    expect(parsePattern(pattern)).not.toHaveProperty('plain');
  });

  it('spends little on ordinary patterns and long texts', () => {
    const ordinary = [
      ['^[^@\\s]+@example\\.com$', 'a'],
      ['^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$', 'abc.'],
      ['^(?=.*\\d)(?=.*[a-z]).{8,}$', 'ab1 '],
      ['invoice|receipt|order|bill', 'in rec '],
      ['^(\\w+\\s?)*$', 'words and '],
    ] as const;
    for (const [pattern, part] of ordinary) {
      const budget = new StepBudget();
      compiledPattern(pattern, budget)?.test(part.repeat(10_000 / part.length));
      expect([pattern, budget.spent < MOST_STEPS / 50]).toEqual([pattern, true]);
    }
  });

  it('gives up on a text of many kinds of characters and a pattern of many classes', () => {
    const classes = Array.from({ length: 300 }, (_, i) => `[^${String.fromCodePoint(0x4e00 + 7 * i)}]`).join('|');
    const text = Array.from({ length: 10_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    expect(() => compiledPattern(`(?:${classes})*x$`)?.test(text)).toThrow(PatternLimitError);
  });

  it.each([
    ['^(?:a|b)*a[ab]{9}c?$', `${mixed(3000)}aaaaaaaaaaa`, true],
    ['^(?:a|b)*a[ab]{20}c$', mixed(3000), false],
    ['^(?:a|b)*a[ab]{300}c?$', mixed(3000), mixed(3000)[2699] === 'a' || mixed(3000)[2698] === 'a'],
    ['(?:b|a)[ab]{300}é$', `${mixed(3000)}é`, true],
    ['^(?:a|b)*a[ab]{9}\\b é😀$', `${mixed(3000)}aababababa é😀`, true],
    ['a[ab]{12}\\B.$', `${mixed(3000)}aabababababaa`, true],
    ['(?:a|b)a[ab]{12}$^', mixed(3000), false],
  ])('means the same for %s and a text that is too varied to remember', (pattern, text, fits) => {
    expect(new RegExp(pattern, 'u').test(text)).toBe(fits);
    expect(compiledPattern(pattern)?.test(text)).toBe(fits);
  });

  it('has the same meaning as in JavaScript', () => {
    let compared = 0;
    const checked = (pattern: string, text: string): void => {
      if (patternHazard(pattern) !== undefined) return;
      let native: RegExp;
      try {
        native = new RegExp(pattern, 'u');
      } catch {
        return;
      }
      compared++;
      expect([pattern, text, compiledPattern(pattern)?.test(text)]).toEqual([pattern, text, native.test(text)]);
    };
    const atom = fc.constantFrom(
      ...[
        'a',
        'b',
        '.',
        '\\d',
        '\\s',
        '\\S',
        '\\w',
        '\\W',
        '\\b',
        '[a-c]',
        '[^a]',
        '[\\s-]',
        '[^\\S\\d]',
        '[\\w.-]',
        '[--a]',
        '[+--]',
        '[a-b-c]',
        '[^-a]',
      ],
      ...[
        '\\u0041',
        '\\u{1F600}',
        '\\x41',
        '\\n',
        '\\.',
        '\\/',
        '\\p{L}',
        '\\P{Letter}',
        '\\p{Script=Greek}',
        '[\\p{Lu}x]',
      ],
      ...['\\cA', '\\uD83D\\uDE00', '[^]', '[]', '[\\b]', '-', '&', '[&&a]', '[[:alpha]', 'é', '😀', '^', '$', '(?=a)'],
    );
    const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?');
    const { pattern } = fc.letrec<{ pattern: string; sequence: string; term: string }>((tie) => ({
      pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
      sequence: fc.array(tie('term'), { maxLength: 4 }).map((all) => all.join('')),
      term: fc
        .tuple(
          fc.oneof(
            { depthSize: 'small' },
            atom,
            tie('pattern').map((one) => `(${one})`),
            tie('pattern').map((one) => `(?:${one})`),
            fc.nat().chain((i) => tie('pattern').map((one) => `(?<name${i}>${one})`)),
          ),
          quantifier,
        )
        .map(([one, times]) => (/^(\^|\$|\\b|\(\?=a\))$/.test(one) ? one : one + times)),
    }));
    const start = fc.constantFrom('', '^', '^(?=.*\\d)', '^(?!ab)(?=[^]*[A-Z])');
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', '0', ' ', '\u00a0', '\u2028', '\n', 'é', 'α', '😀', '-', '.', '&', '\u0001'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(start, pattern, text, (first, rest, one) => {
        checked(first + rest, one);
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(60);
  });

  it.each([
    ['^(a)\\1$', 'has a backreference'],
    ['^(?<q>a)\\k<q>$', 'has a backreference'],
    ['(?<=a)b', 'has a lookbehind'],
    ['(?<!a)b', 'has a lookbehind'],
    ['a(?=b)', 'has a lookahead after its beginning'],
    ['^(?=a)b|c', 'has a lookahead in one of its alternatives'],
    ['((a{50}){50}){50}', 'repeats too much'],
    ['^a{0,1000}a{0,1000}b$', 'repeats too much'],
    ['^a?a?a?a?a?a?a*a{9000}b', 'repeats too much'],
    ['^a*a{5000}b', 'repeats too much'],
    ['a'.repeat(10_001), 'is longer than 10000 characters'],
  ])('knows no way to run %s', (pattern, hazard) => {
    expect(patternHazard(pattern)).toBe(hazard);
  });

  it.each([
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[a-z0-9_-]{3,64}$',
    '^[^@\\s]+@example\\.com$',
    '^\\+?\\d{1,3}$',
    '^[\\s\\S]{0,2000}$',
  ])('leaves %s, which cannot backtrack far, to JavaScript', (pattern) => {
    expect(parsePattern(pattern)).toHaveProperty('plain');
  });

  it.each([
    '^a*a{100}b$',
    '^a?a?a?a?a?a*b$',
    '^(?:a|b)[ab]?[ab]?[ab]?[ab]?[ab]{0,50}c$',
    '^a{0,9}a{0,9}a{0,9}a{0,9}b$',
  ])('counts the steps of %s itself, since backtracking takes many for each character', (pattern) => {
    expect(parsePattern(pattern)).not.toHaveProperty('plain');
  });

  it('accepts patterns that are only valid without the flag u', () => {
    expect(compiledPattern('^\\d{3}\\-(\\d+)+$')?.test('123-4')).toBe(true);
  });
});
