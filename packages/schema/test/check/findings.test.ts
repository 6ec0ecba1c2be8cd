import { describe, expect, it } from '@jest/globals';
import { createChecker, type CollectOptions, type Findings, type JsonSchema } from '../../src/index.js';
import { anyDepth } from '../../src/internal.js';

const findingsOf = (schema: JsonSchema, value: unknown, options?: CollectOptions): Findings =>
  createChecker(schema).findingsOf(value, options);

const text: JsonSchema = { type: 'string' };
const list: JsonSchema = { type: 'array' };
const number: JsonSchema = { type: 'number' };
/** A union whose branches look into the same values. */
const tree: JsonSchema = {
  anyOf: [
    { type: 'object', properties: { inside: { $ref: '#' }, a: { type: 'integer' } }, required: ['a'] },
    { type: 'object', properties: { inside: { $ref: '#' }, b: { type: 'integer' } }, required: ['b'] },
  ],
};
/** A recursive schema that looks twice into one value. */
const recursive: JsonSchema = {
  $ref: '#/$defs/n',
  $defs: {
    n: { type: 'object', properties: { inside: { $ref: '#/$defs/n' }, a: { type: 'integer' } }, not: { const: 1 } },
  },
};
const shapes: JsonSchema = {
  anyOf: [
    { type: 'object', properties: { kind: { const: 'x' }, part: list }, required: ['kind'] },
    { type: 'object', properties: { kind: { const: 'y' }, part: number }, required: ['kind'] },
  ],
};

describe('findings', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['text in the place of a number', number, '5'],
    ['null in the place of a number', number, null],
    ['a number in the place of a list', list, 5],
    ['an unlisted text', { enum: ['a', 5] }, 'A'],
    ['repeated items', { type: 'array', uniqueItems: true }, [1, 1]],
    ['text in an inner object', { properties: { a: { properties: { b: number } } } }, { a: { b: '5' } }],
    ['text in a recursive union', tree, { a: 1, inside: { a: '5' } }],
    ['no problem', number, 5],
  ])('leave hope for %s', (_title, schema, value) => {
    expect(findingsOf(schema, value).isHopeless).toBe(false);
  });

  it.each<[string, JsonSchema, unknown]>([
    ['a number in the place of text', text, 5],
    ['a list in the place of a number', number, []],
    ['an unlisted number', { enum: ['a', 5] }, 6],
    ['a number out of its range', { minimum: 5 }, 1],
    ['a short text', { minLength: 5 }, 'a'],
    ['a missing name', { required: ['a'] }, {}],
    ['an unknown name', { additionalProperties: false }, { a: 1 }],
    ['a boolean inside of a recursive value', recursive, { inside: { a: true } }],
  ])('leave no hope for %s', (_title, schema, value) => {
    expect(findingsOf(schema, value).isHopeless).toBe(true);
  });

  it.each<[string, JsonSchema, unknown, boolean]>([
    ['the text of a list', list, ' [1', true],
    ['the text of an object', { properties: { a: list } }, { a: '{' }, true],
    ['the text of a list in a union', shapes, { kind: 'x', part: '[1]' }, true],
    ['the text of a list in a recursive union', tree, { a: 1, inside: '[]' }, true],
    ['other text', list, 'a [1]', false],
    ['a list', text, ['[1]'], false],
  ])('tell whether a text may be JSON: %s', (_title, schema, value, hasJsonText) => {
    expect(findingsOf(schema, value)).toMatchObject({ hasJsonText, issues: [{}] });
  });

  it.each<[unknown, boolean]>([
    [{}, true],
    [null, true],
    [[], true],
    [1e15, true],
    [-1e15, true],
    [1n, true],
    [1e15 - 1, false],
    [true, false],
    [undefined, false],
  ])('tell whether the text of a value is unclear: %p', (value, hasUnclearValue) => {
    expect(findingsOf(text, value)).toMatchObject({ hasUnclearValue, issues: [{}] });
  });

  it('tell of an unclear value in a union, and not of a clear one', () => {
    expect(findingsOf(shapes, { kind: 'x', part: {} }).hasUnclearValue).toBe(true);
    expect(findingsOf(shapes, { kind: 'x', part: 5 }).hasUnclearValue).toBe(false);
  });

  it('tell whether a problem is inside of a sensitive value', () => {
    const schema: JsonSchema = { properties: { card: { type: 'object', properties: { pin: number } }, name: text } };
    const insideOf = (value: unknown): boolean =>
      findingsOf(schema, value, { sensitive: [['card']] }).isInsideSensitive;
    expect(insideOf({ card: { pin: 'x' } })).toBe(true);
    expect(insideOf({ card: 5 })).toBe(false);
    expect(insideOf({ card: {}, name: 5 })).toBe(false);
  });

  it('tell of a problem inside of a sensitive value in a union', () => {
    const options = { sensitive: [['part']] };
    expect(findingsOf(shapes, { kind: 'y', part: 'x' }, options).isInsideSensitive).toBe(false);
    const items: JsonSchema = { anyOf: [{ type: 'object', properties: { part: { ...list, items: text } } }, text] };
    expect(findingsOf(items, { part: [5] }, options).isInsideSensitive).toBe(true);
  });
});

describe('findings with names that are sensitive at any depth', () => {
  const sensitive = anyDepth(['password']);
  const received = (schema: JsonSchema, value: unknown, declaresAll: boolean): readonly string[] =>
    findingsOf(schema, value, { sensitive, declaresAll }).issues.map((one) => one.received);

  it('hide the value of such a name in an open object', () => {
    const open: JsonSchema = { additionalProperties: number };
    expect(received(open, { Password: 'hunter2', name: 'ada' }, false)).toEqual(['(hidden)', '"ada"']);
  });

  it.each([true, false])('hide only texts that assign it, if no name is such a name (%s)', (declaresAll) => {
    const closed: JsonSchema = { properties: { a: number, b: number, c: { type: 'string' } } };
    const value = { a: 'password=hunter2', b: 'password', c: 5 };
    expect(received(closed, value, declaresAll)).toEqual(['(hidden)', '"password"', '5']);
  });

  it('hide nothing without sensitive names', () => {
    expect(findingsOf(number, 'password=x', { declaresAll: true }).issues).toMatchObject([
      { received: '"password=x"' },
    ]);
  });
});
