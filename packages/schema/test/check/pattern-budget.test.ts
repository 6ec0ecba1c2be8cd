import { describe, expect, it } from '@jest/globals';
import { createChecker } from '../../src/check/checker.js';
import type { JsonSchema } from '../../src/json-schema.js';
import { schemaFindings } from '../../src/meta/schema-findings.js';

/** Too many steps for one check: together, and for 10,000 characters. */
const COSTLY = Array.from({ length: 48 }, (_, i) => ({ pattern: `^(?:a|b)*a[ab]{${300 + i}}[^ab]` }));
const LONG = Array.from({ length: 10_000 }, (_, i) => ((i * i + (i >> 3)) % 7 < 3 ? 'a' : 'b')).join('');
const EXPECTED = 'a shorter string, because this one takes too long to check against its pattern';

const within = (text: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'object', properties: { text } } } },
});
const value = { list: [{ text: 'short' }, { text: LONG }] };

describe('patterns that take too many steps', () => {
  it.each<[string, JsonSchema]>([
    ['allOf', { allOf: COSTLY.map((one) => ({ not: one })) }],
    ['not', { not: { anyOf: COSTLY } }],
    ['if', { if: { anyOf: COSTLY }, then: false }],
    ['a union', { anyOf: [...COSTLY, { type: 'object' }, true] }],
    [
      'a union that looks into its branches',
      { oneOf: [{ not: { anyOf: COSTLY } }, { type: 'object', required: ['a'] }] },
    ],
  ])('are an issue at the place of the text, and never a silent pass, under %s', (_, schema) => {
    const checker = createChecker(within(schema));
    expect(checker.validates({ list: [{ text: 'short' }] })).toBe(true);
    expect(checker.validates(value)).toBe(false);
    expect(checker.issuesOf(value)).toEqual([
      expect.objectContaining({ path: ['list', 1, 'text'], rule: 'pattern', expected: EXPECTED }),
    ]);
  });

  it('are an issue at the name whose text takes the last steps', () => {
    const properties = Object.fromEntries(COSTLY.map((one, i) => [`p${i}`, { type: 'string', ...one } as const]));
    const value = Object.fromEntries(Object.keys(properties).map((name) => [name, `${LONG}!`]));
    const issues = createChecker({ properties }).issuesOf(value);
    const costly = issues.filter(({ expected }) => expected === EXPECTED);
    expect(costly).toEqual([expect.objectContaining({ path: [expect.stringMatching(/^p\d+$/)], rule: 'pattern' })]);
  });

  it('are an issue at the object, if the text is a name in it', () => {
    const patternProperties = Object.fromEntries(COSTLY.map(({ pattern }) => [pattern, false]));
    const checker = createChecker({ type: 'object', properties: { map: { type: 'object', patternProperties } } });
    expect(checker.validates({ map: { short: 1 } })).toBe(true);
    expect(checker.validates({ map: { [LONG]: 1 } })).toBe(false);
    expect(checker.issuesOf({ map: { [LONG]: 1 } })).toMatchObject([{ path: ['map'], expected: EXPECTED }]);
  });

  it('do not change what the next check says', () => {
    const checker = createChecker(within({ $ref: '#/$defs/text' }), {
      $defs: { text: { type: 'string', not: { anyOf: COSTLY } } },
    });
    for (let i = 0; i < 3; i++) {
      expect(checker.validates(value)).toBe(false);
      expect(checker.validates({ list: [{ text: 'short' }, { text: 'ab'.repeat(20) }] })).toBe(true);
      expect(checker.issuesOf({ list: [{ text: 'short' }] })).toEqual([]);
    }
  });

  it('hide a sensitive text', () => {
    const checker = createChecker(within({ not: { anyOf: COSTLY } }));
    const issues = checker.issuesOf(value, { sensitive: [['list', '*', 'text']] });
    expect(issues).toMatchObject([{ path: ['list', 1, 'text'], received: '(hidden)' }]);
  });

  it('are rejected before the first call, if the patterns of a schema are too large together', () => {
    const properties = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { pattern: `(?:ab){200}${i}` }]));
    expect(schemaFindings({ type: 'object', properties: properties(20) }).problems).toEqual([]);
    expect(schemaFindings({ type: 'object', properties: properties(30) }).problems[0]).toMatch(
      /^#\/properties\/p\d+ has the pattern .*, which makes the patterns of the schema too large together/,
    );
  });
});
