import { describe, expect, it } from '@jest/globals';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { parseArguments } from '../src/parse-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../src/default-limits.js';
import type { ArgumentCheck } from '../src/accepted-arguments.js';
import { issueLine } from '../src/feedback/issue-line.js';
import { argumentCheck, checkOf } from './support/argument-check.js';

const search = checkOf({ query: { type: 'string' }, limit: { type: 'integer', minimum: 1, maximum: 100 } }, ['limit']);

/** Returns the accepted wire form, or the text for the model. */
function outcomeOf(check: ArgumentCheck, sent: unknown): unknown {
  const outcome = parseArguments(check, sent);
  if (outcome.refusal === undefined) return outcome.wire;
  return outcome.refusal.problem ?? outcome.refusal.issues.map(issueLine);
}

function repairsOf(check: ArgumentCheck, sent: unknown): readonly string[] {
  return parseArguments(check, sent).repairs.map(
    ({ path, kind, from, to }) => `${kind} ${path.join('.')}: ${from} -> ${to}`,
  );
}

describe('parseArguments', () => {
  it('takes valid JSON as it is [ARG-4, ARG-5]', () => {
    expect(parseArguments(search, '{"query":"None","limit":5}')).toEqual({
      args: { query: 'None', limit: 5 },
      wire: { query: 'None', limit: 5 },
      repairs: [],
    });
  });

  describe('empty arguments [ARG-1]', () => {
    const nothing = checkOf({ name: { type: 'string' } }, ['name']);
    it.each([[''], ['   '], ['null'], [' null\n'], [null], [undefined], ['[]'], [[]], ['\uFEFF']])(
      'reads %j as {}',
      (sent) => {
        expect(outcomeOf(nothing, sent)).toEqual({});
      },
    );

    it('names a missing required argument', () => {
      expect(outcomeOf(search, '')).toEqual(['query: expected a string, received nothing']);
      expect(outcomeOf(search, '[]')).toEqual(['expected an object, received an empty array']);
    });
  });

  it('tells of null that an optional argument may be absent', () => {
    expect(outcomeOf(search, '{"query":null,"limit":null}')).toEqual([
      'query: expected a string, received null',
      'limit: expected an integer from 1 to 100 or no value, received null',
    ]);
  });

  it('records the original text, and nothing if there was none [ARG-1]', () => {
    const nothing = checkOf({ name: { type: 'string' } }, ['name']);
    for (const sent of ['', 'null', null, '[]', []]) {
      expect(parseArguments(nothing, sent).repairs).toMatchObject([{ path: [], kind: 'empty' }]);
    }
    expect(parseArguments(nothing, undefined).repairs).toEqual([]);
  });

  describe('strips [ARG-2]', () => {
    it.each([
      ['a code fence', '```json\n{"query":"a"}\n```'],
      ['a code fence around what is mended', "```json\n{'query':'a',}\n```"],
      ['a code fence with prose', 'Here it is:\n```\n{"query":"a"}\n```\nDone.'],
      ['prose', 'I call it with {"query":"a"} now.'],
      ['a byte-order mark', '\uFEFF{"query":"a"}'],
    ])('%s', (_case, sent) => {
      expect(outcomeOf(search, sent)).toEqual({ query: 'a' });
    });

    it('never chooses between two objects', () => {
      expect(outcomeOf(search, '{"query":"a"} {"query":"b"}')).toBe(
        'The arguments are not valid JSON: expected one JSON object, received 2.',
      );
    });

    it('cuts nothing out of a list', () => {
      expect(outcomeOf(search, '[{"query":"a"},]')).toMatch(
        /^The arguments are not valid JSON: expected an object at line 1/,
      );
    });
  });

  describe('repairs [ARG-2]', () => {
    it.each<[string, string, object]>([
      ['a trailing comma', '{"query":"a",}', { query: 'a' }],
      ['single quotes', "{'query':'a'}", { query: 'a' }],
      ['typographic quotes', '{\u201cquery\u201d:\u201ca\u201d}', { query: 'a' }],
      ['names without quotes', '{query:"a"}', { query: 'a' }],
      ['a missing comma', '{"query":"a" "limit":5}', { query: 'a', limit: 5 }],
      ['comments', '{"query":"a" /* b */, // c\n "limit":5}', { query: 'a', limit: 5 }],
      ['a line break in a text', '{"query":"a\nb"}', { query: 'a\nb' }],
    ])('%s', (_case, sent, value) => {
      expect(outcomeOf(search, sent)).toEqual(value);
      expect(parseArguments(search, sent).repairs.map(({ kind }) => kind)).toEqual(['syntax']);
    });

    it("Python's words", () => {
      const check = checkOf({ a: { type: 'boolean' }, b: { type: 'boolean' }, c: { type: ['null', 'string'] } });
      expect(outcomeOf(check, '{"a":True,"b":False,"c":None}')).toEqual({ a: true, b: false, c: null });
      expect(outcomeOf(check, '{"a":true,"b":false,"c":undefined}')).toEqual({ a: true, b: false, c: null });
    });

    it.each([
      ['a cut text', '{"query":"hello wor', 'The arguments end in the middle of a text; send them again completely.'],
      ['a cut object', '{"query":"a"', 'The arguments end in the middle of an object; send them again completely.'],
      ['a cut list', '{"query":["a"', 'The arguments end in the middle of a list; send them again completely.'],
      [
        'a leading zero',
        '{"limit":007}',
        'The arguments are not valid JSON: "007" is not a JSON number (write 7, or "007" for a text) at line 1, column 10.',
      ],
      [
        'joined numbers',
        '{"limit":1 2}',
        'The arguments are not valid JSON: a comma is missing, or a quote inside a text is not escaped at line 1, column 12.',
      ],
      [
        'a text over 65,536 characters',
        `{'query':'${'x'.repeat(65_536)}'}`,
        'The arguments are not valid JSON, and too long to be mended; send valid JSON.',
      ],
      [
        'a cut text over 65,536 characters',
        `{"query":"${'x'.repeat(65_536)}`,
        'The arguments end in the middle of a text; send them again completely.',
      ],
      ['NaN', '{"limit":NaN}', 'The arguments are not valid JSON: "NaN" is not a JSON number at line 1, column 10.'],
      [
        'a word',
        '{"query":\n hello}',
        'The arguments are not valid JSON: the text "hello" has no quotes at line 2, column 2.',
      ],
      [
        'an unescaped quote',
        '{"query":"say "hi" now"}',
        'The arguments are not valid JSON: a comma is missing, or a quote inside a text is not escaped at line 1, column 16.',
      ],
      [
        'a bad escape',
        '{"query":"C:\\Users"}',
        'The arguments are not valid JSON: a backslash before a character that cannot be escaped at line 1, column 13.',
      ],
      ['no JSON at all', 'hello', 'The arguments are not valid JSON: expected an object at line 1, column 1.'],
    ])('never %s [ARG-2, ERR-4]', (_case, sent, problem) => {
      expect(outcomeOf(search, sent)).toBe(problem);
    });
  });

  describe('unwraps [ARG-3]', () => {
    it('an object in a string', () => {
      expect(outcomeOf(search, JSON.stringify('{"query":"a"}'))).toEqual({ query: 'a' });
      expect(repairsOf(search, JSON.stringify('{"query":"a"}'))).toEqual([
        'unwrap : "{\\"query\\":\\"a\\"}" -> an object',
      ]);
    });

    it('one level only', () => {
      expect(outcomeOf(search, JSON.stringify(JSON.stringify('{"query":"a"}')))).toEqual([
        'expected an object, received "\\"{\\\\\\"query\\\\\\":\\\\\\"a\\\\\\"}\\""',
      ]);
    });

    it('a text where the schema takes only an object or a list', () => {
      const check = checkOf({
        filter: { type: 'object', properties: { a: { type: 'integer' } } },
        tags: { type: 'array', items: { type: 'string' } },
      });
      expect(outcomeOf(check, { filter: '{"a":1}', tags: '["x"]' })).toEqual({ filter: { a: 1 }, tags: ['x'] });
    });

    it.each([
      ['alone', '{"ids":" [1,\\"a\\"]"}', ['ids[1]: expected an integer, received "a"']],
      [
        'next to a mistake that nothing mends',
        '{"ids":"[1,\\"a\\"]","limit":500}',
        ['ids[1]: expected an integer, received "a"', 'limit: expected an integer of at most 9, received 500'],
      ],
      [
        'in a branch of a union',
        '{"target":{"kind":"many","ids":"[1,\\"a\\"]"},"limit":500}',
        ['target.ids[1]: expected an integer, received "a"', 'limit: expected an integer of at most 9, received 500'],
      ],
    ])('a text with a mistake in it, to name the mistake: %s', (_where, sent, expected) => {
      const ids = { type: 'array', items: { type: 'integer' } } as const;
      const branch = (kind: string, more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
        type: 'object',
        properties: { kind: { const: kind }, ...more },
        required: ['kind', ...Object.keys(more)],
        additionalProperties: false,
      });
      const target: JsonSchema = { anyOf: [branch('one', { id: { type: 'string' } }), branch('many', { ids })] };
      const check = checkOf({ ids, target, limit: { type: 'integer', maximum: 9 } }, ['ids', 'target', 'limit']);
      expect(outcomeOf(check, sent)).toEqual(expected);
    });

    it('no text that the schema takes as a text', () => {
      expect(outcomeOf(search, { query: '{"a":1}' })).toEqual({ query: '{"a":1}' });
    });
  });

  describe('the envelope [ARG-6]', () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    } as const;
    const check = argumentCheck(schema, { envelope: 'argument' });

    it('is taken away', () => {
      expect(outcomeOf(check, { argument: { city: 'Oslo' } })).toEqual({ city: 'Oslo' });
      expect(repairsOf(check, { argument: { city: 'Oslo' } })).toEqual(['envelope : an object -> an object']);
    });

    it('leads to the problems inside', () => {
      expect(outcomeOf(check, { argument: { city: 5 } })).toEqual(['city: expected a string, received 5']);
    });

    it('is not removed if the object has such a property', () => {
      const own = argumentCheck(
        { type: 'object', properties: { argument: { type: 'object' } } },
        { envelope: 'argument' },
      );
      expect(outcomeOf(own, { argument: { argument: {} } })).toEqual({ argument: { argument: {} } });
    });
  });

  describe('a wrapper around the arguments [ARG-6]', () => {
    const schema: JsonSchemaObject = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
      additionalProperties: false,
    };
    const check = argumentCheck(schema);

    it.each<[string, unknown]>([
      ['arguments', { arguments: { city: 'Oslo' } }],
      ['args', { args: { city: 'Oslo' } }],
      ['parameters', { parameters: { city: 'Oslo' } }],
      ['input', '{"input":{"city":"Oslo"}}'],
      ['arguments as JSON text', { arguments: '{"city":"Oslo"}' }],
      ['a whole call', { name: 'weather', arguments: { city: 'Oslo' } }],
    ])('is taken away: %s', (_what, sent) => {
      expect(outcomeOf(check, sent)).toEqual({ city: 'Oslo' });
      expect(repairsOf(check, sent)).toEqual(['envelope : an object -> an object']);
    });

    it('is taken away before values are coerced, and leads to the problems inside', () => {
      expect(outcomeOf(check, { arguments: { city: 'Oslo', days: '3' } })).toEqual({ city: 'Oslo', days: 3 });
      expect(outcomeOf(check, { arguments: { city: 5, town: 'x' } })).toEqual([
        'city: expected a string, received 5',
        'town: expected no argument of this name, received "x"',
      ]);
    });

    it.each<[string, unknown]>([
      ['next to another argument', { arguments: { city: 'Oslo' }, days: 3 }],
      ['around a text', { arguments: 'Oslo' }],
      ['around a list', { arguments: [{ city: 'Oslo' }] }],
      ['with another name', { weather: { city: 'Oslo' } }],
      ['around another wrapper', { arguments: { arguments: { city: 'Oslo' } } }],
    ])('is not one %s', (_what, sent) => {
      expect(parseArguments(check, sent).refusal).toBeDefined();
    });

    it.each(['arguments', 'name'])('is not one if the tool has the argument %s', (own) => {
      const properties = { ...schema.properties, [own]: { type: 'integer' } } as JsonSchemaObject['properties'];
      const other = argumentCheck({ ...schema, properties: properties ?? {} });
      const sent = { name: 'weather', arguments: { city: 'Oslo' } };
      expect(parseArguments(other, sent).refusal).toBeDefined();
    });

    it('stays if the tool takes any names', () => {
      const open = argumentCheck({ type: 'object' });
      expect(outcomeOf(open, { arguments: { city: 'Oslo' } })).toEqual({ arguments: { city: 'Oslo' } });
    });

    it('never lets a reserved name in', () => {
      const inner = argumentCheck({ ...schema, properties: { ...schema.properties, more: { type: 'object' } } });
      const sent = { arguments: '{"city":"Oslo","more":{"__proto__":{"a":1}}}' };
      expect(parseArguments(inner, sent).refusal).toBeDefined();
    });
  });

  describe('coerces [ARG-4, ARG-5]', () => {
    const one = (schema: JsonSchema): ArgumentCheck =>
      argumentCheck({ type: 'object', properties: { v: schema }, additionalProperties: false });
    it.each<[string, JsonSchema, unknown, unknown]>([
      ['a text to an integer', { type: 'integer' }, '5', 5],
      ['a text with space to a number', { type: 'number' }, ' -2.5e3 ', -2500],
      ['a text to a boolean', { type: 'boolean' }, 'TRUE', true],
      ['a text to null', { type: ['integer', 'null'] }, 'None', null],
      ['a single value to a list', { type: 'array', items: { type: 'string' } }, 'a', ['a']],
      ['the case of an allowed value', { enum: ['en', 'de'] }, ' EN', 'en'],
      ['that of allowed values of several types', { type: ['string', 'null'], enum: ['en', 'de', null] }, 'EN', 'en'],
      ['a text to an allowed number', { type: ['string', 'number'], enum: ['all', 42] }, '42', 42],
      ['in a union, by the one branch that fits', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, '7', 7],
    ])('%s', (_case, schema, sent, value) => {
      expect(outcomeOf(one(schema), { v: sent })).toEqual({ v: value });
      expect(parseArguments(one(schema), { v: sent }).repairs).toHaveLength(1);
    });

    it.each<[string, JsonSchema, unknown]>([
      ['null', { type: 'integer' }, null],
      ['the text null', { type: 'integer' }, 'null'],
      ['null for a text', { type: 'string' }, null],
    ])('%s to an absent optional', (_case, schema, sent) => {
      expect(outcomeOf(one(schema), { v: sent })).toEqual({});
    });

    it.each<[string, JsonSchema, unknown, string]>([
      ['a number to a text', { type: 'string' }, 5, 'v: expected a string, received 5'],
      ['yes to a boolean', { type: 'boolean' }, 'yes', 'v: expected true or false, received "yes"'],
      ['1 to a boolean', { type: 'boolean' }, 1, 'v: expected true or false, received 1'],
      ['a fraction to an integer', { type: 'integer' }, '5.5', 'v: expected an integer, received "5.5"'],
      [
        'a text beyond what JavaScript holds to a number',
        { type: 'number' },
        '12345678901234567890',
        'v: expected a number, received "12345678901234567890"',
      ],
      ['a list to an object', { type: 'object' }, [1], 'v: expected an object, received an array of 1 item'],
      [
        'an object with positions as names to a list',
        { type: 'array', items: { type: 'string' } },
        { 0: 'a' },
        'v: expected an array of strings, received an object',
      ],
      [
        'a text that two branches of a union would take',
        { anyOf: [{ type: 'integer' }, { type: 'number' }] },
        '5',
        'v: expected an integer or a number, received "5"',
      ],
      ['007 to an integer', { type: 'integer' }, '007', 'v: expected an integer, received "007"'],
      [
        'what looks like a list to a list of it',
        { type: 'array', items: { type: 'string' } },
        'a, b',
        'v: expected an array of strings, received "a, b"',
      ],
      [
        'a date to a date-time',
        { type: 'string', format: 'date-time' },
        '2026-01-31',
        'v: expected a date-time like "2026-01-31T09:00:00Z", received "2026-01-31"',
      ],
      [
        'a text that breaks a bound afterwards',
        { type: 'integer', maximum: 4 },
        '5',
        'v: expected an integer of at most 4, received "5"',
      ],
      [
        'a text that a text parameter does not take',
        { type: 'string', minLength: 9 },
        'null',
        'v: expected a string of at least 9 characters, received "null"',
      ],
    ])('never %s', (_case, schema, sent, line) => {
      expect(outcomeOf(one(schema), { v: sent })).toEqual([line]);
    });

    it('no object with mistakes inside to a list, and names them all in their order', () => {
      const item = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
      const list = { type: 'array', items: item } as const;
      expect(outcomeOf(checkOf({ a: list, b: list }), { a: { n: 'x' }, b: { other: 1 } })).toEqual([
        'a: expected an array of objects with n, received an object',
        'a[0].n: expected an integer, received "x"',
        'b: expected an array of objects with n, received an object',
        'b[0].n: expected an integer, received nothing',
      ]);
    });

    it('no object without a name of the items, and names no mistakes inside', () => {
      const item = { type: 'object', properties: { n: {} }, required: ['n'], additionalProperties: false } as const;
      const list = { type: 'array', items: item } as const;
      expect(outcomeOf(checkOf({ a: list, b: list }), { a: {}, b: { other: 1 } })).toEqual([
        'a: expected an array of objects with n, received an object',
        'b: expected an array of objects with n, received an object',
      ]);
    });

    it('all or nothing, and reports only the values that it cannot convert', () => {
      const check = checkOf({ a: { type: 'integer' }, b: { type: 'integer' } });
      expect(outcomeOf(check, { a: '1', b: 'x' })).toEqual(['b: expected an integer, received "x"']);
      const limited = checkOf({ a: { type: 'integer', minimum: 5 }, b: { type: 'integer' } });
      expect(outcomeOf(limited, { a: '1', b: 'x' })).toHaveLength(2);
    });
  });

  describe('refuses', () => {
    it('an unknown name, with the one that was meant [ARG-7]', () => {
      expect(outcomeOf(search, { qurey: 'a' })).toEqual([
        'query: expected a string, received nothing',
        'qurey: expected no argument of this name, received "a"; did you mean "query"?',
      ]);
      expect(outcomeOf(search, { query: 'a', weather: 1 })).toEqual([
        'weather: expected no argument of this name, received 1',
      ]);
    });

    it('integers that JavaScript cannot hold, with their digits', () => {
      const check = checkOf({ id: { type: 'integer' } });
      expect(outcomeOf(check, '{"id":12345678901234567890}')).toEqual([
        'id: expected an integer from -9007199254740991 to 9007199254740991, received 12345678901234567890',
      ]);
    });

    it.each(['__proto__', 'constructor', 'prototype'])('the name %s, at any place', (name) => {
      const open = argumentCheck({ type: 'object', properties: { data: true } }, { open: true });
      expect(outcomeOf(open, `{"data":[{"${name}":{"polluted":true}}]}`)).toEqual([
        expect.stringContaining(': expected no property of this name, received an object'),
      ]);
    });

    it('class instances and getters', () => {
      const open = argumentCheck({ type: 'object' }, { open: true });
      expect(outcomeOf(open, { when: new Date(0) })).toEqual([
        'when: expected plain JSON, received an instance of Date',
      ]);
      expect(
        outcomeOf(open, {
          get secret() {
            throw new Error('called');
          },
        }),
      ).toEqual(['secret: expected plain JSON, received a getter']);
    });
  });

  describe('limits', () => {
    const open = argumentCheck({ type: 'object' }, { open: true });
    const deepText = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    it.each([
      [
        '256 kB',
        `{"a":"${'x'.repeat(300_000)}"}`,
        'The arguments are too long: 300008 characters, at most 262144 are accepted.',
      ],
      ['64 levels', deepText(65), 'The arguments are nested more than 64 levels deep.'],
      ['10,000 values', JSON.stringify({ a: new Array(10_000).fill(1) }), 'The arguments hold more than 10000 values.'],
    ])('more than %s', (_case, sent, problem) => {
      expect(outcomeOf(open, sent)).toBe(problem);
    });

    it('accepts values just within them', () => {
      expect(outcomeOf(open, deepText(64))).toEqual(JSON.parse(deepText(64)));
      expect(outcomeOf(open, { a: new Array(9_998).fill(1) })).toEqual({ a: new Array(9_998).fill(1) });
      expect(outcomeOf(open, JSON.stringify({ a: '['.repeat(1000) }))).toEqual({ a: '['.repeat(1000) });
    });

    it('hold for objects too', () => {
      expect(outcomeOf(open, JSON.parse(deepText(65)))).toBe('The arguments are nested more than 64 levels deep.');
      expect(outcomeOf(open, { a: new Array(10_000).fill(1) })).toBe('The arguments hold more than 10000 values.');
      expect(outcomeOf(open, { a: 'x'.repeat(262_144) })).toBe('The arguments hold more than 262144 characters.');
      expect(outcomeOf(open, { a: 'x'.repeat(262_143) })).toEqual({ a: 'x'.repeat(262_143) });
    });
  });

  describe('the limits of repairing broken JSON', () => {
    const kinds = (
      repair: 'all' | 'readOnlyTools' | 'never',
      readOnly: boolean,
      sent: string,
    ): readonly string[] | undefined => {
      const { refusal, repairs } = parseArguments({ ...search, readOnly }, sent, {
        ...DEFAULT_ARGUMENT_LIMITS,
        repair,
      });
      return refusal === undefined ? repairs.map(({ kind }) => kind) : undefined;
    };
    it.each([
      ['all', false, ['syntax'], ['strip']],
      ['readOnlyTools', true, ['syntax'], ['strip']],
      ['readOnlyTools', false, undefined, ['strip']],
      ['never', true, undefined, undefined],
    ] as const)('%s, for a read-only tool: %s', (repair, readOnly, syntax, strip) => {
      expect(kinds(repair, readOnly, "{'query':'a'}")).toEqual(syntax);
      expect(kinds(repair, readOnly, 'With {"query":"a"} .')).toEqual(strip);
    });

    it('names the problem of broken JSON that it must not repair', () => {
      const { refusal } = parseArguments(search, "{'query':'a'}", { ...DEFAULT_ARGUMENT_LIMITS, repair: 'never' });
      expect(refusal?.problem).toBe(
        'The arguments are not valid JSON: a text is not in double quotes at line 1, column 2.',
      );
    });

    it('names the key of over-escaped JSON that it must not repair', () => {
      const { refusal } = parseArguments(search, '{\\"query\\":\\"a\\"}', {
        ...DEFAULT_ARGUMENT_LIMITS,
        repair: 'never',
      });
      expect(refusal?.problem).toContain('send {"query": ...} without backslashes');
    });
  });

  it('records a duplicate property if it had to scan the text', () => {
    const open = argumentCheck({ type: 'object' }, { open: true });
    expect(repairsOf(open, '{"a":1,"b":{"c":1,"c":2}}')).toEqual([
      'duplicateKey b.c: several values -> the last of them',
    ]);
  });

  it('never shows a sensitive value [HOOK-8]', () => {
    const check = argumentCheck(
      { type: 'object', properties: { token: { type: 'integer' } }, required: ['token'], additionalProperties: false },
      { sensitive: [['token']] },
    );
    expect(repairsOf(check, '{"token":"123"}')).toEqual(['coercion token: (hidden) -> (hidden)']);
    expect(outcomeOf(check, '{"token":"abc"}')).toEqual(['token: expected an integer, received (hidden)']);
    expect(outcomeOf(check, '{"tokn":"abc"}')).toEqual([
      'token: expected an integer, received nothing',
      'tokn: expected no argument of this name, received (hidden); did you mean "token"?',
    ]);
    expect(repairsOf(check, "{'token':5}")).toEqual(['syntax : (hidden) -> (hidden)']);
  });
});
