import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

const anything = argumentCheck({ type: 'object' }, { open: true });
const typed = argumentCheck({
  type: 'object',
  properties: {
    n: { type: 'integer' },
    b: { type: 'boolean' },
    s: { type: 'string' },
    list: { type: 'array', items: { type: 'integer' } },
    filter: { type: 'object', properties: { lang: { enum: ['en', 'de'] } }, additionalProperties: false },
    either: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  },
  additionalProperties: false,
});

const reserved = new Set(['__proto__', 'constructor', 'prototype']);
const name = fc.string({ maxLength: 6 }).filter((one) => !reserved.has(one));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
const jsonObject = fc.dictionary(name, json, { maxKeys: 5, noNullPrototype: true });

/** Values close to valid ones for the typed tool. Some can be coerced. */
const nearTyped = fc.record(
  {
    n: fc.oneof(fc.integer(), fc.constantFrom('5', ' 7 ', 'x', null, 'null', 1.5)),
    b: fc.oneof(fc.boolean(), fc.constantFrom('true', 'False', 'yes', 1)),
    s: fc.oneof(fc.string(), fc.constantFrom('None', 'true', '  x ', 5)),
    list: fc.oneof(fc.array(fc.integer()), fc.constantFrom(5, '[1,2]', '5', '1,2', ['1'])),
    filter: fc.oneof(fc.constantFrom({ lang: 'en' }, { lang: ' DE' }, '{"lang":"en"}', {}, 'x', null)),
    either: fc.constantFrom(1, null, '1', 'null', 'x'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe('parseArguments', () => {
  it('leaves valid JSON exactly as it is, whatever its white space', () => {
    fc.assert(
      fc.property(jsonObject, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const outcome = parseArguments(anything, JSON.stringify(value, undefined, space));
        expect(outcome).toEqual({
          args: JSON.parse(JSON.stringify(value)),
          wire: JSON.parse(JSON.stringify(value)),
          repairs: [],
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves a valid value exactly as it is [ARG-5]', () => {
    fc.assert(
      fc.property(nearTyped, (value) => {
        if (typed.read(value) === undefined) return;
        expect(parseArguments(typed, JSON.stringify(value))).toMatchObject({
          wire: JSON.parse(JSON.stringify(value)),
          repairs: [],
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('is idempotent: an accepted value is accepted again, without any repair', () => {
    fc.assert(
      fc.property(nearTyped, (value) => {
        const outcome = parseArguments(typed, value);
        if (outcome.refusal !== undefined) return;
        expect(parseArguments(typed, JSON.stringify(outcome.wire))).toEqual({
          args: outcome.args,
          wire: outcome.wire,
          repairs: [],
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('never changes its input', () => {
    fc.assert(
      fc.property(nearTyped, (value) => {
        const before = JSON.stringify(value);
        parseArguments(typed, value);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });

  it('reads the same from a text and from an object', () => {
    fc.assert(
      fc.property(nearTyped, (value) => {
        expect(parseArguments(typed, value)).toEqual(parseArguments(typed, JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });

  it('never executes a document that was cut anywhere [ARG-2]', () => {
    fc.assert(
      fc.property(jsonObject, fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, 1 + (at % Math.max(1, text.length - 1)));
        if (cut === text) return;
        expect(parseArguments(anything, cut).refusal?.problem).toMatch(
          /^The arguments (end in the middle|are not valid JSON)/,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('never makes a call with fewer names than the text has', () => {
    const damage = fc.constantFrom<[RegExp, string]>(
      [/"(\w+)":/g, '$1:'],
      [/"/g, "'"],
      [/,/g, ' '],
      [/\}/g, ',}'],
      [/:/g, ''],
      [/,/g, ',,'],
      [/\{/g, '{{'],
      [/\]/g, ''],
      [/true/g, 'True'],
      [/(\d+)/g, '0$1'],
      [/"(\w*)"/g, '$1'],
      [/"(\w*)":/g, '/*$1*/"$1":'],
    );
    const words = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.stringMatching(/^[a-z ]{1,6}$/),
        fc.nat(99),
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), words, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
        fc.array(damage, { minLength: 1, maxLength: 2 }),
        (value, damages) => {
          if (/constructor|prototype/.test(JSON.stringify(value))) return;
          const text = damages.reduce(
            (one, [pattern, replacement]) => one.replace(pattern, replacement),
            JSON.stringify(value),
          );
          const outcome = parseArguments(anything, text);
          if (outcome.refusal === undefined) expect(outcome.wire).toEqual(value);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('answers any text and any value without throwing', () => {
    const fragments = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          "'",
          ':',
          ',',
          '\\',
          'a',
          '1',
          ' ',
          '\n',
          '/*',
          '*/',
          '//',
          '```',
          '“',
          '”',
          'null',
          'True',
          '-',
          '\u0000',
          '😀',
          '"a":',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          fragments,
          fc.string({ unit: 'binary' }),
          fc.anything({
            withDate: true,
            withMap: true,
            withBigInt: true,
            withNullPrototype: true,
            withSparseArray: true,
            withTypedArray: true,
          }),
        ),
        (sent) => {
          for (const check of [anything, typed]) {
            const outcome = parseArguments(check, sent);
            if (outcome.refusal === undefined) continue;
            expect(outcome.refusal.problem !== undefined || outcome.refusal.issues.length > 0).toBe(true);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
