import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkPartial } from '../../src/arguments/partial/check-partial.js';
import { issueLine } from '../../src/feedback/issue-line.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe('checkPartial [VAL-5]', () => {
  it.each<[string, unknown, boolean]>([
    ['', {}, false],
    ['{', {}, false],
    ['{"a', {}, false],
    ['{"a":', {}, false],
    ['{"a":"hel', { a: 'hel' }, false],
    ['{"a":"x\\', { a: 'x' }, false],
    ['{"a":"x\\u00', { a: 'x' }, false],
    ['{"a":12', {}, false],
    ['{"a":12,', { a: 12 }, false],
    ['{"a":tr', {}, false],
    ['{"a":[1,{"b":tru', { a: [1, {}] }, false],
    ['{"a":[1,{"b":true}', { a: [1, { b: true }] }, false],
    [' {"a" : [ ] , "b" : { } } ', { a: [], b: {} }, true],
  ])('%j -> %j', (text, value, isComplete) => {
    const partial = checkPartial(text);
    expect({ value: plain(partial.value), isComplete: partial.isComplete, problem: partial.problem }).toEqual({
      value,
      isComplete,
      problem: undefined,
    });
  });

  it.each([
    '{"a":}',
    '{a',
    '{"a":01',
    '{"a":1}x',
    '{"a" 1',
    '{,',
    '{"a":"\n',
    '[1}',
    '{"__proto__":',
    `${'['.repeat(65)}`,
  ])('%j cannot become JSON', (text) => {
    expect(checkPartial(text).problem).toBeDefined();
  });

  it('is the value of JSON.parse when the text is complete, and never throws before', () => {
    const names = fc.stringMatching(/^[a-z]{0,3}$/);
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'grapheme' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(names, json, { maxKeys: 4 }), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const whole = checkPartial(text);
        expect(whole.isComplete).toBe(true);
        expect(JSON.stringify(whole.value)).toBe(text);
        const partial = checkPartial(text.slice(0, at % text.length));
        expect(partial).toMatchObject({ isComplete: false });
        expect(partial.problem).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('gives objects without a prototype', () => {
    expect(Object.getPrototypeOf(checkPartial('{"a":{').value)).toBeNull();
    expect(Object.getPrototypeOf(checkPartial('{"a":{').value['a'])).toBeNull();
  });

  it('tells problems of complete values only', () => {
    const schema = {
      type: 'object',
      properties: {
        n: { type: 'integer' },
        lang: { enum: ['en', 'de'] },
        tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
      },
      required: ['n', 'lang'],
      additionalProperties: false,
    } as const;
    const linesOf = (text: string): readonly string[] => checkPartial(text, schema).issues.map(issueLine);
    expect(linesOf('{"lang":"e')).toEqual([]);
    expect(linesOf('{"lang":"enn')).toEqual([]);
    expect(linesOf('{"lang":"enn","n')).toEqual([
      'lang: expected one of "en", "de", received "enn"; did you mean "en"?',
    ]);
    expect(linesOf('{"n":1,"lang":"en","tags":["a", 5,')).toEqual(['tags[1]: expected a string, received 5']);
    expect(linesOf('{"n":1,"lang":"en","tags":["a"]}')).toEqual([
      'tags: expected at least 2 items, received an array of 1 item',
    ]);
  });
});
