import { beforeAll, expect, it } from '@jest/globals';
import { filterRows } from '../../src/data/filter-rows.js';
import { parseData } from '../../src/data/parse-data.js';
import { itMeasures, longestTurn, workOf } from '../support/longest-turn.js';

const SIZE = 500_000;
/** Enough for quotation marks, whose parser needs more than a second for each megabyte. */
const QUOTED = SIZE / 2;

/** Contents that take long as a whole, by what is many in them. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['lines', 'a,b\n' + '1,2\n'.repeat(SIZE / 4 - 2)],
  ['quoted fields', 'a,b\n' + '"1","2"\n'.repeat(QUOTED / 8 - 2)],
  ['characters of a quotation that stays open', 'a,b\n"' + 'x'.repeat(QUOTED - 10)],
  ['quotes in a field', 'a,b\n"' + '""'.repeat(QUOTED / 2 - 10) + '"'],
  ['empty lines after a quoted name', '"a",b' + '\n'.repeat(QUOTED - 10)],
  ['fields of a line', 'a,b\n' + ','.repeat(SIZE - 10)],
  ['fields of a line after a quoted name', '"a",b\n' + ','.repeat(QUOTED - 10)],
  ['names', 'a'.concat(',a'.repeat(SIZE / 2 - 1))],
  ['cells', ',a'.repeat(999) + '\n' + (','.repeat(999) + '\n').repeat(990)],
  ['JSON lines', '{"a":1}\n'.repeat(SIZE / 8)],
  ['columns of JSON lines', Array.from({ length: 50_000 }, (_, i) => `{"c${String(i)}":1}`).join('\n')],
  ['records', `[${'{},'.repeat(SIZE / 3 - 2)}{}]`],
  ['properties', `{${Array.from({ length: 80_000 }, (_, i) => `"c${String(i)}":1`).join()}}`],
  ['large integers', `[${'12345678901234567891,'.repeat(SIZE / 22)}1]`],
  ['lists in lists', '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
];

// The first quoted content imports the parser, which Jest does in one turn.
beforeAll(() => parseData('"a"\n1', 1));

itMeasures.each(HOSTILE)('reads content with many %s in short turns', async (_what, content) => {
  // A parser that reads it at once takes up to 30 s. Most of a turn is `JSON.parse`.
  expect(await longestTurn(() => parseData(content, 10), 100)).toBeLessThan(100);
});

itMeasures.each([
  ['lines', 'a,b\n' + '1,2\n'.repeat(50_000)],
  ['quoted fields', 'a,b\n' + '"1","2"\n'.repeat(25_000)],
  ['records', `[${'{"a":1},'.repeat(25_000)}{}]`],
])('reads 200 kB of %s without a turn of 50 ms', async (_what, content) => {
  expect(await longestTurn(() => parseData(content, 10), 50)).toBeLessThan(50);
});

it('has at most 1,000 columns', async () => {
  const names = Array.from({ length: 1_001 }, (_, i) => `c${String(i)}`);
  expect((await parseData(names.slice(1).join(), 1)).count).toBe(0);
  const text = 'has 1001 columns. The data tools read at most 1000.';
  for (const content of [
    names.join(),
    `a\n${names.join()}`,
    JSON.stringify(Object.fromEntries(names.map((one) => [one, 1]))),
  ]) {
    await expect(parseData(content, 1)).rejects.toThrow(text);
  }
});

itMeasures('looks up the values of a list, whatever its length', () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ n: String(i) }));
  const value = Array.from({ length: 20_000 }, (_, i) => i + 10_000);
  const work = workOf(() => {
    expect(filterRows(rows, [{ column: 'n', op: 'in', value }])).toHaveLength(10_000);
  }, 1_000);
  // One by one, it takes more than 10 s.
  expect(work).toBeLessThan(1_000);
});
