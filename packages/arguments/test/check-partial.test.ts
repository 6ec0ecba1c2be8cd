import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { checkPartial } from '../src/partial/check-partial.js';
import { PartialArgumentsReader, type PartialArguments } from '../src/partial/partial-arguments-reader.js';
import { issueLine } from '../src/feedback/issue-line.js';

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

describe('PartialArgumentsReader [VAL-5]', () => {
  const line = {
    type: 'object',
    properties: { currency: { enum: ['EUR', 'USD'] }, amount: { type: 'number', minimum: 0 } },
    required: ['currency', 'amount'],
    additionalProperties: false,
  } as const;
  const order = {
    type: 'object',
    properties: {
      note: { type: 'string', maxLength: 5 },
      lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
      main: { anyOf: [{ $ref: '#/$defs/Line' }, { type: 'null' }] },
      payment: {
        oneOf: [
          { type: 'object', properties: { card: { type: 'string' } }, required: ['card'] },
          { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] },
        ],
      },
      labels: { type: 'object', patternProperties: { '^x': { type: 'integer' } }, propertyNames: { maxLength: 3 } },
    },
    required: ['note'],
    additionalProperties: false,
    $defs: { Line: line },
  } as const;

  const scalar = fc.constantFrom<unknown>('EUR', 'USD', 'eur', '\u00e9"\\ \n', 1, -2.5, 1e21, true, false, null);
  const lineValue = fc.record({ currency: scalar, amount: scalar, extra: scalar }, { requiredKeys: [] });
  const orderValue = fc.record(
    {
      note: fc.string(),
      lines: fc.oneof(fc.array(lineValue, { maxLength: 3 }), scalar),
      main: fc.oneof(lineValue, scalar),
      payment: fc.record({ card: scalar, iban: scalar }, { requiredKeys: [] }),
      labels: fc.dictionary(fc.constantFrom('x1', 'y', 'longer'), scalar),
      nate: scalar,
    },
    { requiredKeys: [] },
  );

  const placesOf = ({ issues }: PartialArguments): readonly string[] =>
    issues.map(({ path, rule }) => `${JSON.stringify(path)} ${rule}`);

  it('gives the same for every way to cut a text into pieces', () => {
    fc.assert(
      fc.property(orderValue, fc.array(fc.nat({ max: 7 })), fc.boolean(), (value, sizes, isIndented) => {
        const text = JSON.stringify(value, null, isIndented ? 2 : 0);
        const reader = new PartialArgumentsReader();
        let end = 0;
        for (const size of [...sizes, text.length]) {
          reader.add(text.slice(end, end + size));
          end = Math.min(end + size, text.length);
          const whole = checkPartial(text.slice(0, end), order);
          if (JSON.stringify(reader.read(order)) !== JSON.stringify(whole)) expect(reader.read(order)).toEqual(whole);
        }
        expect(JSON.stringify(reader.read().value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 100 },
    );
  });

  it('tells only issues that the complete arguments have', () => {
    fc.assert(
      fc.property(orderValue, (value) => {
        const text = JSON.stringify(value);
        const all = new Set(placesOf(checkPartial(text, order)));
        const reader = new PartialArgumentsReader();
        const early = [...text].flatMap((character) => {
          reader.add(character);
          return placesOf(reader.read(order));
        });
        expect(early.filter((place) => !all.has(place))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each<[string, string, readonly string[]]>([
    [
      'of an object that is complete',
      '{"lines":[{"currency":"EUR"},',
      ['lines[0].amount: expected a number of at least 0, received nothing'],
    ],
    [
      'of an object in a nullable place',
      '{"main":{"amount":-1,',
      ['main.amount: expected a number of at least 0, received -1'],
    ],
    [
      'of a name that was not declared',
      '{"nots":"a",',
      ['nots: expected no argument of this name, received "a"; did you mean "note"?'],
    ],
    [
      'of a name below the root',
      '{"main":{"amont":1,',
      ['main.amont: expected no property of this name, received 1; did you mean "amount"?'],
    ],
    [
      'but for a name that is free',
      '{"note":"a","nots":"a",',
      ['nots: expected no argument of this name, received "a"'],
    ],
    ['of a value under a pattern', '{"labels":{"x1":"a",', ['labels.x1: expected an integer, received "a"']],
    ['but none while a branch may still be another one', '{"payment":{"card":1,', []],
    ['of the last value of a name that stands twice', '{"note":"too long","note":"a",', []],
  ])('tells the issue %s', (_, text, lines) => {
    expect(checkPartial(text, order).issues.map(issueLine)).toEqual(lines);
  });

  it('starts again when the schema is another one', () => {
    const reader = new PartialArgumentsReader();
    reader.add('{"note":"a","n');
    expect(reader.read().issues).toEqual([]);
    expect(reader.read(order).issues).toEqual([]);
    reader.add('":1,');
    expect(reader.read({ ...order, properties: {} }).issues.map(({ path }) => path)).toEqual([['note'], ['n']]);
    expect(reader.read().value).toEqual({ note: 'a', n: 1 });
  });

  it('reads each character once, and checks each value once in each container around it', () => {
    const lines = Array.from({ length: 1000 }, () => ({ currency: 'EUR', amount: 1 }));
    const text = JSON.stringify({ note: 'a', lines });
    const reader = new PartialArgumentsReader();
    const read = jest.spyOn(String.prototype, 'charCodeAt');
    const look = jest.spyOn(Set.prototype, 'has');
    for (let at = 0; at < text.length; at += 16) {
      reader.add(text.slice(at, at + 16));
      reader.read(order);
    }
    const characters = read.mock.calls.length;
    const checks = look.mock.calls.filter(([value]) => value === 'EUR').length;
    read.mockRestore();
    look.mockRestore();
    expect(reader.read(order)).toMatchObject({ isComplete: true, issues: [] });
    expect(characters).toBeLessThan(2 * text.length);
    expect(checks).toBeLessThanOrEqual(4 * lines.length);
  });
});
