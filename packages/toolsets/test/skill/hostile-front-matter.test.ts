import { expect, it } from '@jest/globals';
import { InvalidSkill, parseSkillText } from '../../src/skill/front-matter.js';
import { itMeasures, workOf } from '../support/longest-turn.js';

const SIZE = 4_000_000;
/** Without the limits, it takes from 100 ms to minutes. */
const MOST_MS = 75;
const HEAD = 'name: a\ndescription: b\n';

/** Front matter that takes minutes in a parser of YAML without limits. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['keys', Array.from({ length: SIZE / 10 }, (_, i) => `k${String(i)}: 1`).join('\n')],
  ['lists that open', 'x: ' + '['.repeat(SIZE)],
  ['maps that open', 'x: ' + '{'.repeat(SIZE)],
  ['lists in lists', 'x: ' + '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
  ['commas', 'x: [' + ','.repeat(SIZE)],
  ['dashes', '- '.repeat(SIZE / 2)],
  ['question marks', '? '.repeat(SIZE / 2)],
  ['anchors', '&a '.repeat(SIZE / 3)],
  ['tags', '!a '.repeat(SIZE / 3)],
  ['comments', '#\n'.repeat(SIZE / 2)],
  ['documents', '--- a\n'.repeat(SIZE / 6)],
  ['an open quotation', `x: "${'\\u0041'.repeat(SIZE / 6)}`],
  ['spaces', `x:${' '.repeat(SIZE)}`],
  ['no end', '--- \n'.repeat(SIZE / 5)],
];

itMeasures.each(HOSTILE)('refuses hostile front matter in less than 50 ms of work: %s', (_what, yaml) => {
  for (const text of [
    `---\n${HEAD}${yaml}\n---\nText`,
    `---\n${HEAD}${yaml.slice(0, 15_500)}\n---\nText`,
    `---\n${HEAD}${yaml}`,
  ]) {
    const work = workOf(() => {
      try {
        parseSkillText(text);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidSkill);
      }
    }, MOST_MS);
    expect(work).toBeLessThan(MOST_MS);
  }
});

it('reads a large front matter, and keeps the order of its properties', () => {
  const properties = Array.from({ length: 200 }, (_, i) => `p${String(i)}: { a: [1, 2], b: "x" }`);
  const { properties: read } = parseSkillText(`---\n${HEAD}${properties.slice(0, 100).join('\n')}\n---\nText`);
  expect(Object.keys(read)).toHaveLength(100);
});

it.each(['name: c', 'x: {a: 1, a: 2}', 'x: {1: 1, "1": 2, 1: 3}'])('refuses a key that comes twice: %s', (more) => {
  expect(() => parseSkillText(`---\n${HEAD}${more}\n---\n`)).toThrow('the front matter has a key twice');
});
