import { FunctionConstant } from '../../src/program/constant.js';
import { evaluate, evaluateProperties } from '../../src/program/evaluate.js';
import { virtualProgram } from '../support/virtual-program.js';

const LIMITS = `
  export const MAX = 60 * 1000;
  export const LIMITS = { small: 1, 'very large': { items: 9 } } as const;
  export enum Colour { Red = 'red', Green = 'green' }
  export enum Level { Low, High = 5 }
  export const WORDS = ['a', 'b'] as const;
  export default 'the default';
  export class Settings { static readonly limit = 7; static changing = 8; }
  export declare const DECLARED: 42;
`;

function initialiserOf(expression: string, before = '') {
  const source = `
    import the, { MAX, LIMITS as limits, Colour, Level, WORDS, Settings, DECLARED } from './limits.js';
    import * as all from './limits.js';
    declare const process: { env: Record<string, string> };
    declare function compute(): number;
    ${before}
    export const subject = ${expression};
    export const used = [the, MAX, limits, Colour, Level, WORDS, Settings, DECLARED, all, process, compute];
  `;
  const program = virtualProgram({ 'limits.ts': LIMITS, 'main.ts': source });
  return { expression: program.initialiser('subject'), checker: program.checker };
}

function evaluated(text: string, before?: string) {
  const { expression, checker } = initialiserOf(text, before);
  return evaluate(expression, checker);
}

const plain = (value: unknown): unknown => (value instanceof RegExp ? String(value) : structuredClone(value));

describe('an expression that is known at build time has a value', () => {
  test.each<[string, unknown]>([
    [`'text'`, 'text'],
    ['`text`', 'text'],
    ['-1', -1],
    ['+1', 1],
    ['0x10', 16],
    ['1_000', 1000],
    ['12n', 12n],
    ['true', true],
    ['!true', false],
    ['null', null],
    ['undefined', undefined],
    ['60 * 1000', 60_000],
    ['2 ** 10 - 1', 1023],
    ['7 % 4 / 2', 1.5],
    ['1 << 4 | 1', 17],
    [`'a' + 'b' + 1`, 'ab1'],
    ['`at most ${MAX} ms`', 'at most 60000 ms'],
    ['true ? 1 : 2', 1],
    ['undefined ?? 3', 3],
    [`'' || 'x'`, 'x'],
    ['(1 as number)!', 1],
    ['[1, "a", null] as const', [1, 'a', null]],
    ['[...WORDS, "c"]', ['a', 'b', 'c']],
    ['({ a: 1, "b-c": 2, [`d`]: 3 })', { a: 1, 'b-c': 2, d: 3 }],
    ['({ ...limits, small: 2 }) satisfies object', { small: 2, 'very large': { items: 9 } }],
    ['({ MAX })', { MAX: 60_000 }],
    ['MAX', 60_000],
    ['the', 'the default'],
    ['limits.small', 1],
    [`limits['very large'].items`, 9],
    ['all.LIMITS.small', 1],
    ['all.Level.High', 5],
    ['WORDS[1]', 'b'],
    ['WORDS.length', 2],
    ['Colour.Red', 'red'],
    [`Colour['Green']`, 'green'],
    ['Level.Low', 0],
    ['Colour', { Red: 'red', Green: 'green' }],
    ['Level', { 0: 'Low', 5: 'High', Low: 0, High: 5 }],
    ['Object.values(Colour)', ['red', 'green']],
    ['Object.values(Level)', ['Low', 'High', 0, 5]],
    ['Object.keys(limits)', ['small', 'very large']],
    ['Object.freeze([1])', [1]],
    ['Settings.limit', 7],
    ['DECLARED', 42],
    ['Number.MAX_SAFE_INTEGER', Number.MAX_SAFE_INTEGER],
    ['-Infinity', -Infinity],
    ['/a\\/b+/iu', '/a\\/b+/iu'],
    [`new RegExp('^' + 'a$', 'i')`, '/^a$/i'],
    ['new RegExp(/x/g)', '/x/g'],
  ])('%s', (text, value) => {
    const result = evaluated(text);
    expect(result).toHaveProperty('value');
    expect(plain((result as { value: unknown }).value)).toEqual(value);
  });

  test('a const object that is never changed', () => {
    expect(evaluated('options.max', 'const options = { max: 3 };')).toEqual({ value: 3 });
  });

  test('a property called __proto__ is a property', () => {
    const result = evaluated(`({ ['__proto__']: 1 })`) as { value: object };
    expect(Object.keys(result.value)).toEqual(['__proto__']);
  });

  test.each(['() => 1', 'function () {}', 'class {}', 'compute', 'Settings'])('%s is a function', (text) => {
    expect((evaluated(text) as { value: unknown }).value).toBeInstanceOf(FunctionConstant);
  });
});

describe('an expression that is known only at run time has a reason', () => {
  test.each([
    ['process.env.LIMIT', '', 'process.env'],
    ['compute()', '', 'compute() is a call'],
    ['[1, compute()]', '', 'compute() is a call'],
    ['limit', 'let limit = 3;', 'declare it with const'],
    ['options.max', 'const options = { max: 3 }; options.max = 4;', 'changed after its declaration'],
    ['words', `const words = ['a']; words.push('b');`, 'changed after its declaration'],
    ['Settings.changing', '', 'run time'],
    ['new Date()', '', 'makes an object at run time'],
    ['a', 'const a: number = b; const b: number = a;', 'needs itself'],
    [`new RegExp('(')`, '', 'not a regular expression'],
    ['`${limits}`', '', 'has no text'],
    ['-"1"', '', 'is not a number'],
  ])('%s', (text, before, reason) => {
    const result = evaluated(text, before);
    expect(result).not.toHaveProperty('value');
    expect((result as { reason: string }).reason).toContain(reason);
  });

  test('the reason is at the innermost expression', () => {
    const result = evaluated('({ a: [1, compute()] })') as { node: { getText(): string } };
    expect(result.node.getText()).toBe('compute()');
  });
});

test('the properties of an object are evaluated one by one', () => {
  const { expression, checker } = initialiserOf('({ ...limits, name: "x", token: compute(), run() {} })');
  const properties = evaluateProperties(expression, checker) as ReadonlyMap<string, object>;
  expect([...properties.keys()]).toEqual(['small', 'very large', 'name', 'token', 'run']);
  expect(properties.get('name')).toEqual({ value: 'x' });
  expect(properties.get('token')).toHaveProperty('reason');
});
