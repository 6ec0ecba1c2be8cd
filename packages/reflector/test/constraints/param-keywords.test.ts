import { paramKeywords } from '../../src/constraints/param-keywords.js';
import { FunctionConstant, type ConstantObject } from '../../src/program/constant.js';

const where = `@Param of 'x'`;
const keywordsOf = (options: ConstantObject) => paramKeywords(options, { where });

describe('the options of a parameter are keywords', () => {
  test.each<[ConstantObject, object]>([
    [
      { minimum: 1, maximum: 2000 },
      { minimum: 1, maximum: 2000 },
    ],
    [
      { exclusiveMinimum: 0, multipleOf: 0.5 },
      { exclusiveMinimum: 0, multipleOf: 0.5 },
    ],
    [{ integer: true }, { type: 'integer' }],
    [{ integer: false }, {}],
    [
      { minLength: 0, maxLength: 5, format: 'email' },
      { minLength: 0, maxLength: 5, format: 'email' },
    ],
    [
      { minItems: 1, maxItems: 3, uniqueItems: true },
      { minItems: 1, maxItems: 3, uniqueItems: true },
    ],
    [{ examples: ['a', { b: 1 }] }, { examples: ['a', { b: 1 }] }],
    [{ pattern: '^a+$' }, { pattern: '^a+$' }],
    [{ pattern: /^a+$/ }, { pattern: '^a+$' }],
    [{ description: 'text', inject: new FunctionConstant({} as never), minimum: undefined }, {}],
  ])('%j', (options, keywords) => {
    expect(keywordsOf(options)).toEqual({ keywords, findings: [] });
  });
});

describe('options without a meaning are reported', () => {
  test.each<[ConstantObject, string, string]>([
    [{ minimum: '1' }, 'HAFT1101', `The constraint 'minimum' of @Param of 'x' must be a number, but is "1".`],
    [{ multipleOf: 0 }, 'HAFT1101', 'a number above 0, but is 0'],
    [{ minLength: -1 }, 'HAFT1101', 'a whole number of at least 0, but is -1'],
    [{ maxItems: 1.5 }, 'HAFT1101', 'a whole number'],
    [{ minimum: NaN }, 'HAFT1101', 'must be a number, but is NaN'],
    [{ integer: 'yes' }, 'HAFT1101', 'true or false'],
    [{ examples: 'a' }, 'HAFT1101', 'a list of JSON values'],
    [{ pattern: 5 }, 'HAFT1101', 'a regular expression, but is 5'],
    [{ pattern: '(' }, 'HAFT1101', 'a regular expression, but is "("'],
    [{ minLenght: 5 }, 'HAFT1101', `There is no constraint 'minLenght'`],
    [{ minimum: 5, maximum: 4 }, 'HAFT1102', 'minimum 5 and maximum 4'],
    [{ exclusiveMinimum: 5, maximum: 5 }, 'HAFT1102', 'exclusiveMinimum 5 and maximum 5'],
    [{ minLength: 5, maxLength: 4 }, 'HAFT1102', 'minLength 5 and maxLength 4'],
    [{ minItems: 2, maxItems: 1 }, 'HAFT1102', 'minItems 2 and maxItems 1'],
    [{ pattern: /a/i }, 'HAFT1104', 'the flag `i` cannot be said'],
    [{ pattern: /^(a+)+$/ }, 'HAFT1105', 'takes exponential time'],
    [{ pattern: /\s+$/ }, 'HAFT1105', 'takes 2nd degree polynomial time'],
  ])('%j', (options, code, message) => {
    const { findings } = keywordsOf(options);
    expect(findings).toEqual([expect.objectContaining({ code, message: expect.stringContaining(message) })]);
  });

  test('a polynomial expression is fast enough for short texts', () => {
    expect(keywordsOf({ pattern: /\s+$/, maxLength: 200 }).findings).toEqual([]);
  });

  test('an expression that its author trusts is not looked at', () => {
    expect(paramKeywords({ pattern: /^(a+)+$/ }, { where, trusted: true }).findings).toEqual([]);
  });
});
