import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

const anything = argumentCheck({ type: 'object' }, { open: true });
const EXPECTED = 'a number between -1.8e308 and 1.8e308';
const long = (digits: number): string => `1${'0'.repeat(digits - 1)}`;

describe('a number beyond the range of JavaScript, which JSON cannot carry [ARG-4]', () => {
  it.each([
    ['{"a":1e400}', ['a'], '1e400'],
    ['{"a":-1e400}', ['a'], '-1e400'],
    ['{"a":[0,{"b":1.5E+309}]}', ['a', 1, 'b'], '1.5E+309'],
    [`{"a":${long(310)}}`, ['a'], `${long(310).slice(0, 50)}`],
    [`{"a":${long(900)},"b":1}`, ['a'], `${long(900).slice(0, 50)}`],
    ['"{\\"a\\":1e400}"', ['a'], '1e400'],
    ["{'a':1e400}", ['a'], 'Infinity'],
    [{ a: -Infinity }, ['a'], '-Infinity'],
    [{ a: [NaN] }, ['a', 0], 'NaN'],
  ])('is refused in an open value: %j', (sent, path, received) => {
    const { refusal } = parseArguments(anything, sent);
    expect(refusal?.issues).toMatchObject([
      { path, rule: 'range', expected: EXPECTED, received: expect.stringContaining(received) as unknown as string },
    ]);
  });

  it.each<[JsonSchemaObject, unknown]>([
    [{ type: 'array' }, '{"a":"[1e400]"}'],
    [{ type: 'object' }, { a: '{"b":-1e400}' }],
    [{ type: 'array' }, '{"a":[1e400]}'],
  ])('is refused in the open part %j of a closed type, also as JSON text: %j', (schema, sent) => {
    const check = argumentCheck({ type: 'object', properties: { a: schema } }, { open: true });
    expect(parseArguments(check, sent).refusal?.issues).toMatchObject([{ rule: 'range', expected: EXPECTED }]);
  });

  it('is shown with its digits where a number is declared', () => {
    const check = argumentCheck({ type: 'object', properties: { n: { type: 'number' } } });
    const { refusal } = parseArguments(check, '{"n":-1e400}');
    expect(refusal?.issues).toMatchObject([{ path: ['n'], received: '-1e400' }]);
  });

  it.each(['1e400', '-1e400', '"1e400"', '"-1e400"', '"Infinity"'])('is refused as a declared number: %s', (value) => {
    const check = argumentCheck({ type: 'object', properties: { a: { type: 'number' } }, additionalProperties: false });
    expect(parseArguments(check, `{"a":${value}}`).refusal?.issues).toMatchObject([{ path: ['a'], rule: 'type' }]);
  });

  it('is hidden in a sensitive value', () => {
    const check = argumentCheck({ type: 'object' }, { open: true, sensitive: [['pin']] });
    expect(parseArguments(check, '{"pin":1e400}').refusal?.issues).toMatchObject([{ received: '(hidden)' }]);
  });

  it('is told for each place, up to ten', () => {
    const sent = `{"a":[${Array(20).fill('1e400').join()}]}`;
    expect(parseArguments(anything, sent).refusal?.issues).toHaveLength(10);
  });

  it('is accepted at the end of the range, and as a text', () => {
    const sent = { a: [1.7976931348623157e308, -1.7976931348623157e308, '1e400', 'hash 3e401'] };
    expect(parseArguments(anything, JSON.stringify(sent))).toMatchObject({ wire: sent, repairs: [] });
    expect(parseArguments(anything, sent)).toMatchObject({ wire: sent, repairs: [] });
  });
});
