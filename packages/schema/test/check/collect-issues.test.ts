import { describe, expect, it, test } from '@jest/globals';
import {
  collectIssues,
  createChecker,
  pathText,
  validates,
  type JsonSchema,
  type JsonSchemaObject,
} from '../../src/index.js';
import { isMultipleOf, sameJson } from '../../src/internal.js';

/** Issues as lines. */
const linesOf = (schema: JsonSchema, value: unknown): readonly string[] =>
  collectIssues(schema, value).map(
    ({ path, rule, expected, received, suggestion }) =>
      `${pathText(path)} ${rule}: ${expected} | ${received}${suggestion ? ` | ${suggestion}` : ''}`,
  );

describe('collectIssues', () => {
  it('says one thing of a place, type and bounds together', () => {
    const schema: JsonSchema = { type: 'integer', minimum: 1, maximum: 100, multipleOf: 5 };
    expect(linesOf(schema, 'x')).toEqual([' type: an integer from 1 to 100 that is a multiple of 5 | "x"']);
    expect(linesOf(schema, 500)).toEqual([' maximum: an integer from 1 to 100 that is a multiple of 5 | 500']);
  });

  it('tells problems in the order of the schema, then unknown names', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['b', 'a'],
      additionalProperties: false,
    };
    expect(linesOf(schema, { z: 1, b: 2 })).toEqual([
      'a required: a string | nothing',
      'b type: a string | 2',
      'z additionalProperties: no argument of this name | 1',
    ]);
  });

  it('stops at its limit', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'string' } };
    expect(collectIssues(schema, new Array(200_000).fill(1))).toHaveLength(20);
    expect(collectIssues(schema, new Array(10).fill(1), { limit: 3 })).toHaveLength(3);
  });

  it('looks at own properties only, whatever their names', () => {
    const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty'];
    const properties = JSON.parse(`{${names.map((name) => `"${name}":{"type":"string"}`).join(',')}}`) as Record<
      string,
      JsonSchema
    >;
    const schema: JsonSchema = { type: 'object', properties, required: names, additionalProperties: false };
    expect(collectIssues(schema, {}).map(({ path }) => path[0])).toEqual(names);
    expect(validates(schema, JSON.parse(`{${names.map((name) => `"${name}":"x"`).join(',')}}`))).toBe(true);
    expect(linesOf({ type: 'object', additionalProperties: false }, { toString: 1 })).toHaveLength(1);
  });

  it('uses the texts of the author of a tool', () => {
    const messages = (path: readonly unknown[], rule: string): string | undefined =>
      path[0] === 'age' && rule === 'minimum' ? 'too young' : undefined;
    const schema: JsonSchema = { properties: { age: { type: 'integer', minimum: 18 }, name: { type: 'string' } } };
    expect(collectIssues(schema, { age: 5, name: 1 }, { messages }).map(({ message }) => message)).toEqual([
      'too young',
      undefined,
    ]);
  });

  it('hides sensitive values, and does not help to guess them', () => {
    const schema: JsonSchema = { properties: { pin: { enum: ['1234', 'abcd'] }, user: { enum: ['ada'] } } };
    expect(collectIssues(schema, { pin: 'abce', user: 'adda' }, { sensitive: [['pin']] })).toEqual([
      { path: ['pin'], rule: 'enum', expected: 'one of "1234", "abcd"', received: '(hidden)' },
      { path: ['user'], rule: 'enum', expected: '"ada"', received: '"adda"', suggestion: 'ada' },
    ]);
  });

  describe('with an undeclared name', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        limit: { type: 'integer', maximum: 100 },
        filters: { type: 'array', items: { type: 'object', properties: { op: { enum: ['eq', 'ne'] } } } },
        exact: { type: 'boolean' },
        shape: { anyOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }] },
      },
      additionalProperties: false,
      $defs: {
        circle: { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } } },
        square: { type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } } },
      },
    };
    it.each<[string, unknown, readonly string[]]>([
      [
        'reports the problems that its value has under the meant name',
        { Limit: 500 },
        [
          'Limit additionalProperties: no argument of this name | 500 | limit',
          'limit maximum: an integer of at most 100 | 500',
        ],
      ],
      [
        'reports the problems inside of its value',
        { filter: [{ op: 'equals' }] },
        [
          'filter additionalProperties: no argument of this name | an array of 1 item | filters',
          'filters[0].op enum: one of "eq", "ne" | "equals" | eq',
        ],
      ],
      [
        'suggests no name that only begins it and cannot have its value',
        { exactDate: '2026-01-31' },
        ['exactDate additionalProperties: no argument of this name | "2026-01-31"'],
      ],
      [
        'suggests a name that only begins it and can have its value',
        { exactMatches: true },
        ['exactMatches additionalProperties: no argument of this name | true | exact'],
      ],
      [
        'suggests its place in an inner object',
        { kind: 'circle', radius: 5 },
        [
          'kind additionalProperties: no argument of this name | "circle" | shape.kind',
          'radius additionalProperties: no argument of this name | 5 | shape.radius',
        ],
      ],
      [
        'tells of a path as a name that the value has an inner place',
        { 'shape.kind': 'circle', 'filters[0].op': 'eq', 'limit.max': 50 },
        [
          '["shape.kind"] additionalProperties: shape with its values inside, not a path as a name | "circle"',
          '["filters[0].op"] additionalProperties: filters with its values inside, not a path as a name | "eq"',
          '["limit.max"] additionalProperties: no argument of this name | 50 | limit',
        ],
      ],
      [
        'suggests the place of a near name in an inner object',
        { Radius: 5 },
        ['Radius additionalProperties: no argument of this name | 5 | shape.radius'],
      ],
    ])('%s', (_case, value, lines) => {
      expect(linesOf(schema, value)).toEqual(lines);
    });

    it('suggests a place in a deeper object only if no outer one has the name, and no place of several', () => {
      const inner: JsonSchema = { properties: { limits: { properties: { maxItems: { type: 'number' } } } } };
      const one: JsonSchema = { properties: { query: inner }, additionalProperties: false };
      expect(linesOf(one, { max_items: 5 })).toEqual([
        'max_items additionalProperties: no argument of this name | 5 | query.limits.maxItems',
      ]);
      expect(linesOf(one, { max_items: 5, query: { limits: { maxItems: 1 } } })).toEqual([
        'max_items additionalProperties: no argument of this name | 5',
      ]);
      const two: JsonSchema = { properties: { a: inner, b: inner }, additionalProperties: false };
      expect(linesOf(two, { max_items: 5 })).toEqual(['max_items additionalProperties: no argument of this name | 5']);
    });

    it('suggests a place in a recursive type without end', () => {
      const schema: JsonSchema = {
        properties: { node: { $ref: '#/$defs/node' } },
        additionalProperties: false,
        $defs: { node: { properties: { left: { $ref: '#/$defs/node' }, right: { $ref: '#/$defs/node' } } } },
      };
      expect(linesOf(schema, { lefft: {} })).toEqual([
        'lefft additionalProperties: no argument of this name | an object | node.left',
      ]);
    });

    it('hides its value also under the meant name if the schema has sensitive values', () => {
      const names: JsonSchema = {
        properties: {
          password: { type: 'string' },
          passport: { type: 'object', properties: { id: { type: 'number' } } },
        },
        additionalProperties: false,
      };
      const options = { sensitive: [['password']] };
      expect(collectIssues(names, { passpord: 'hunter2' }, options)).toMatchObject([
        { received: '(hidden)', suggestion: 'password' },
      ]);
      const inside = collectIssues(names, { passporrt: { id: 'hunter2' } }, options);
      expect(inside.map(({ path, received }) => [pathText(path), received])).toEqual([
        ['passporrt', '(hidden)'],
        ['passport.id', '(hidden)'],
      ]);
    });
  });

  it.each<[string, JsonSchema, unknown, readonly string[]]>([
    [
      'a property that only a condition requires',
      { properties: { n: { type: 'number' } }, if: { properties: { k: { const: 1 } } }, then: { required: ['n'] } },
      { k: 1 },
      ['n required: a number | nothing'],
    ],
    [
      'a pattern of plain text',
      { type: 'string', pattern: '@' },
      'ada',
      [' pattern: a string that contains "@" | "ada"'],
    ],
    [
      'a text at the start',
      { type: 'string', pattern: '^a\\.b' },
      'ada',
      [' pattern: a string that starts with "a.b" | "ada"'],
    ],
    [
      'a pattern that must not match',
      { type: 'string', not: { pattern: ' ' } },
      'a b',
      [' not: a string that does not contain " " | "a b"'],
    ],
    [
      'values that are not allowed',
      { not: { enum: ['root', 'admin'] } },
      'root',
      [' not: something other than "root" or "admin" | "root"'],
    ],
    [
      'a format without the grammar of a library',
      { type: 'string', format: 'email', pattern: `^[^@]+@[^@]+${'|a@a'.repeat(20)}$` },
      'ada',
      [' format: an email address like "ada@example.com" | "ada"'],
    ],
    [
      'a format with a short pattern',
      { type: 'string', format: 'email', pattern: '@example\\.com$' },
      'ada',
      [' format: an email address like "ada@example.com" that ends with "@example.com" | "ada"'],
    ],
    [
      'an expression that the build writes for a rule, in words',
      { type: 'string', pattern: '^(?:[01]\\d|2[0-3]):?[0-5]\\d$' },
      'noon',
      [' pattern: a 24-hour time like "13:45" | "noon"'],
    ],
    [
      'the expression of a port, in words',
      { type: 'string', pattern: '^[-+]?\\d{1,5}$' },
      'http',
      [' pattern: a port number as text like "8080" | "http"'],
    ],
    [
      'such an expression next to a length that its example does not have',
      { type: 'string', pattern: '^[0-9]+$', minLength: 6 },
      'abcdef',
      [' pattern: text of only digits of at least 6 characters | "abcdef"'],
    ],
    [
      'a format next to a length that its example does not have',
      { type: 'string', format: 'email', maxLength: 8 },
      'ada',
      [' format: an email address of at most 8 characters | "ada"'],
    ],
    [
      'a whole number in a template literal type',
      { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' },
      'x',
      [' pattern: an integer as text like "42" | "x"'],
    ],
    [
      'a whole number as a part of a template literal type',
      { type: 'string', pattern: '^id-(?:0|-?[1-9]\\d*)$' },
      'x',
      [' pattern: a string like "id-42" | "x"'],
    ],
    [
      'some versions of a UUID',
      { type: 'string', format: 'uuid', pattern: '(?:^.{14}4.{4}[89abAB])|(?:^.{14}7.{4}[89abAB])' },
      'x',
      [' format: a UUID of version 4 or 7 like "3f2504e0-4f89-41d3-9a0c-0305e82c3301" | "x"'],
    ],
    [
      'two broken rules of a text in one line',
      { type: 'string', minLength: 3, not: { pattern: ' ' } },
      ' ',
      [' minLength: a string of at least 3 characters that does not contain " " | " "'],
    ],
    [
      'broken rules of several schemas in one line',
      { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^a' }, { pattern: '1$' }, { maxLength: 9 }] },
      'b',
      [' minLength: a string of at least 3 characters that starts with "a" and that ends with "1" | "b"'],
    ],
    [
      'broken rules of a number in one line',
      {
        allOf: [
          { type: 'integer', minimum: 3 },
          { type: 'integer', multipleOf: 2 },
        ],
      },
      1,
      [' minimum: an integer of at least 3 that is a multiple of 2 | 1'],
    ],
    [
      'a wrong count and repeated items in one line',
      { type: 'array', minItems: 3, uniqueItems: true },
      ['a', 'a'],
      [' minItems: at least 3 items and items that are all different ([1] repeats [0]) | an array of 2 items'],
    ],
    [
      'a day that does not exist',
      { type: 'string', format: 'date-time' },
      '2026-02-30T09:00:00Z',
      [' format: a date-time like "2026-01-31T09:00:00Z" | "2026-02-30T09:00:00Z" (there is no such day)'],
    ],
    [
      'a date-time without a zone',
      { type: 'string', format: 'date-time' },
      '2026-01-31T09:00:00',
      [' format: a date-time like "2026-01-31T09:00:00Z" | "2026-01-31T09:00:00" (without a time zone)'],
    ],
    [
      'repeated items',
      { type: 'array', uniqueItems: true },
      ['a', 'b', 'a'],
      [' uniqueItems: items that are all different ([2] repeats [0]) | an array of 3 items'],
    ],
    [
      'an item that a list must have',
      { type: 'array', contains: { const: 'main' } },
      ['dev'],
      [' contains: at least 1 item that is "main" | an array of 1 item'],
    ],
    ...(
      [
        ['dates', { type: 'string', format: 'date' }, 'an array of dates like "2026-01-31"'],
        ['objects', { type: 'object', required: ['a', 'b'] }, 'an array of objects with a and b'],
        ['lists', { type: 'array', items: { type: 'boolean' } }, 'an array of arrays of booleans'],
        ['bounded numbers', { type: 'integer', minimum: 1 }, 'an array of integers of at least 1'],
        ['addresses', { type: 'string', format: 'email' }, 'an array of email addresses like "ada@example.com"'],
        ['values of several kinds', { type: ['string', 'null'] }, 'an array of values that are each a string or null'],
        ['allowed values', { enum: ['a', 'b'] }, 'an array of values that are each one of "a", "b"'],
        ['too much to tell', { enum: ['a'.repeat(30), 'b'.repeat(30)] }, 'an array'],
        ['objects with names too long to tell', { type: 'object', required: ['a'.repeat(60)] }, 'an array of objects'],
        ['any values', {}, 'an array'],
      ] satisfies readonly (readonly [string, JsonSchema, string])[]
    ).map(([items, schema, phrase]): [string, JsonSchema, unknown, readonly string[]] => [
      `a list of ${items}`,
      { type: 'array', items: schema },
      5,
      [` type: ${phrase} | 5`],
    ]),
    [
      'a list with a count',
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
      5,
      [' type: an array of 1 to 3 strings | 5'],
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 5, [' type: an object of numbers | 5']],
    [
      'a list or null',
      { type: ['array', 'null'], items: { type: 'string' } },
      5,
      [' type: null or an array of strings | 5'],
    ],
    [
      'a recursive list',
      { $ref: '#/$defs/list', $defs: { list: { type: 'array', items: { $ref: '#/$defs/list' } } } },
      5,
      [' type: an array of arrays of arrays | 5'],
    ],
    [
      'an integer that JavaScript cannot hold',
      { type: 'integer', minimum: 1 },
      2 ** 60,
      [' type: an integer from 1 to 9007199254740991 | 1152921504606847000'],
    ],
    ['an integer that is a fraction', { type: 'integer', minimum: 1 }, 1.5, [' type: an integer of at least 1 | 1.5']],
    ['a value that must be absent', { properties: { a: false } }, { a: 1 }, ['a false: nothing | 1']],
    ['a bound without a type', { maximum: 10 }, 11, [' maximum: a number of at most 10 | 11']],
    ['a step without a type', { multipleOf: 5 }, 11, [' multipleOf: a number that is a multiple of 5 | 11']],
    [
      'only the rules that a list breaks',
      { type: ['array', 'string'], minItems: 3, uniqueItems: true, minLength: 9 },
      ['a'],
      [' minItems: at least 3 items | an array of 1 item'],
    ],
    [
      'a missing name by the schema that requires it',
      { properties: { n: { type: 'number' } }, allOf: [{ properties: { n: { type: 'integer' } }, required: ['n'] }] },
      {},
      ['n required: an integer | nothing'],
    ],
    [
      'a wrong type without the rules of other schemas',
      { allOf: [{ type: 'string' }, { type: 'integer', minimum: 10 }] },
      5,
      [' type: a string | 5'],
    ],
    [
      'a broken rule without the wrong type of another schema',
      { allOf: [{ minimum: 10 }, { type: 'string' }] },
      5,
      [' minimum: a number of at least 10 | 5'],
    ],
    [
      'a broken rule together with that of the nearest branch',
      {
        allOf: [
          { type: 'string', minLength: 3 },
          {
            anyOf: [
              { type: 'string', pattern: '^a' },
              { type: 'object', required: ['b'] },
            ],
          },
        ],
      },
      'b',
      [' minLength: a string of at least 3 characters that starts with "a" or an object with b | "b"'],
    ],
    [
      'true and false among other values',
      { type: ['string', 'number', 'boolean'] },
      [],
      [' type: a string, a number, true or false | an empty array'],
    ],
  ])('describes %s', (_case, schema, value, lines) => {
    expect(linesOf(schema, value)).toEqual(lines);
  });

  describe('tells all rules that one value breaks in one issue', () => {
    const texts: readonly JsonSchemaObject[] = [
      ...[{ minLength: 4 }, { maxLength: 1 }, { pattern: '^a' }, { format: 'email' }],
      ...[{ contentEncoding: 'base64' }, { not: { pattern: 'b' } }],
    ];
    const numbers: readonly JsonSchemaObject[] = [
      ...[{ minimum: 10 }, { maximum: 3 }, { exclusiveMinimum: 10 }, { exclusiveMaximum: 3 }, { multipleOf: 2 }],
    ];
    const lists: readonly JsonSchemaObject[] = [
      ...[{ minItems: 3 }, { maxItems: 1 }, { uniqueItems: true }, { contains: { const: 'x' } }],
    ];
    const groups: readonly (readonly [unknown, readonly JsonSchemaObject[]])[] = [
      ['b!', texts],
      [5, numbers],
      [['a', 'a'], lists],
      [{ a: 1, b: 2 }, [{ minProperties: 3 }, { maxProperties: 1 }]],
    ];
    const pairs = groups.flatMap(([value, schemas]) =>
      schemas.flatMap((one) => schemas.filter((other) => other !== one).map((other) => [one, other, value] as const)),
    );
    it.each(pairs)('%j and %j', (one, other, value) => {
      const issues = collectIssues({ allOf: [one, other] }, value);
      expect(issues).toMatchObject([{ rule: Object.keys(one)[0] }]);
      for (const schema of [one, other]) {
        const [alone] = collectIssues(schema, value);
        expect(issues[0]?.expected).toContain(alone?.expected.replace(/^an? (?:string|number) /, '') ?? 'no issue');
      }
    });

    it('but keeps the text of an author as it is', () => {
      const schema: JsonSchema = { allOf: [{ minLength: 3 }, { pattern: '^a' }] };
      for (const told of ['minLength', 'pattern']) {
        const messages = (_path: unknown, rule: string) => (rule === told ? 'Wrong.' : undefined);
        expect(collectIssues(schema, 'b', { messages })).toMatchObject([
          { rule: 'minLength', expected: 'a string of at least 3 characters' },
        ]);
      }
    });
  });

  describe('with a union, the nearest branch only [SCH-9]', () => {
    const cat: JsonSchemaObject = {
      type: 'object',
      properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
      required: ['kind', 'lives'],
      additionalProperties: false,
    };
    const dog: JsonSchemaObject = {
      type: 'object',
      properties: { kind: { const: 'dog' }, tricks: { type: 'array', items: { type: 'string' } } },
      required: ['kind', 'tricks'],
      additionalProperties: false,
    };
    const withName = (branch: JsonSchemaObject): JsonSchema => ({
      ...branch,
      properties: { ...branch.properties, name: { type: 'string' } },
      required: ['name'],
    });
    const closed = (name: string): JsonSchema => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
      additionalProperties: false,
    });
    it.each<[string, JsonSchema, unknown, readonly string[]]>([
      ['by its literal', { anyOf: [cat, dog] }, { kind: 'dog', tricks: [1] }, ['tricks[0] type: a string | 1']],
      [
        'by its literal, behind references',
        { oneOf: [{ $ref: '#/$defs/cat' }, { $ref: '#/$defs/dog' }], $defs: { cat, dog } },
        { kind: 'cat' },
        ['lives required: an integer | nothing'],
      ],
      [
        'by a wrong literal',
        { anyOf: [cat, dog] },
        { kind: 'dogg' },
        ['kind anyOf: one of "cat", "dog" | "dogg" | dog', 'tricks required: an array of strings | nothing'],
      ],
      [
        'by a wrong literal, with the problems of all branches if none is near',
        { anyOf: [withName(cat), withName(dog)] },
        { kind: 'parrot', name: 5 },
        ['kind anyOf: one of "cat", "dog" | "parrot"', 'name type: a string | 5'],
      ],
      [
        'by its names if the literal is near to none, with their problems',
        { anyOf: [cat, dog] },
        { kind: 'kitten', lives: 'nine' },
        ['kind anyOf: one of "cat", "dog" | "kitten" | cat', 'lives type: an integer | "nine"'],
      ],
      [
        'by near names if the literal is near to none',
        { anyOf: [cat, dog] },
        { kind: 'puppy', trick: ['sit'] },
        [
          'kind anyOf: one of "cat", "dog" | "puppy" | dog',
          'tricks required: an array of strings | nothing',
          'trick additionalProperties: no argument of this name | an array of 1 item | tricks',
        ],
      ],
      [
        'by a wrong literal under a misspelt name',
        { anyOf: [cat, dog] },
        { Kind: 'catt', lives: 'nine' },
        [
          'Kind additionalProperties: no property of this name | "catt" | kind',
          'kind anyOf: one of "cat", "dog" | "catt" | cat',
          'lives type: an integer | "nine"',
        ],
      ],
      [
        'by its literal, and why the names of other branches do not fit',
        { anyOf: [cat, dog] },
        { kind: 'dog', tricks: [], lives: 9 },
        ['lives additionalProperties: no lives if kind is "dog" | 9'],
      ],
      [
        'by its names, and why the names of other branches do not fit',
        { anyOf: [closed('at'), closed('inMinutes')] },
        { at: 'x', inMinutes: 'y' },
        ['inMinutes additionalProperties: no inMinutes together with at | "y"'],
      ],
      [
        'with the other forms of a text',
        { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        'soon',
        [' format: a date like "2026-01-31" or null | "soon"'],
      ],
      [
        'by its type',
        { anyOf: [{ type: 'string' }, cat] },
        { kind: 'cat', lives: '9' },
        ['lives type: an integer | "9"'],
      ],
      [
        'by the fewest problems',
        {
          anyOf: [
            { type: 'object', required: ['a', 'b'] },
            { type: 'object', required: ['c'] },
          ],
        },
        { a: 1 },
        ['b required: a value | nothing'],
      ],
      [
        'of none for an object without names',
        {
          anyOf: [{ type: 'object', required: ['a', 'c'] }, { type: 'object', required: ['b'] }, { type: 'null' }],
        },
        {},
        [' anyOf: null, an object with a and c or an object with b | an empty object'],
      ],
      [
        'by the deepest of equally many',
        { anyOf: [{ required: ['z'] }, { properties: { a: { properties: { b: { type: 'string' } } } } }] },
        { a: { b: 1 } },
        ['a.b type: a string | 1'],
      ],
      [
        'none of other types',
        { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
        'x',
        [' anyOf: an integer of at least 1 or null | "x"'],
      ],
      ['all values of enums', { anyOf: [{ const: 'a' }, { const: 'b' }] }, 'c', [' anyOf: one of "a", "b" | "c"']],
      [
        'more than one',
        { oneOf: [{ type: 'integer' }, { type: 'number' }] },
        1,
        [' oneOf: a value of exactly one of these forms: an integer or a number | 1'],
      ],
    ])('%s', (_case, schema, value, lines) => {
      expect(linesOf(schema, value)).toEqual(lines);
    });
  });

  it('hides the literal of a union under its misspelt name and under the meant one', () => {
    const branch = (kind: string): JsonSchema => ({
      properties: { kind: { const: kind }, pin: { type: 'string' } },
      required: ['kind'],
    });
    const issues = collectIssues({ anyOf: [branch('cat'), branch('dog')] }, { Kind: 'catt' }, { sensitive: [['pin']] });
    expect(issues.map(({ path, received }) => [pathText(path), received])).toEqual([
      ['Kind', '(hidden)'],
      ['kind', '(hidden)'],
    ]);
  });

  describe('never throws, and never takes long', () => {
    const deep = (depth: number): unknown => {
      let value: unknown = {};
      for (let i = 0; i < depth; i++) value = { a: value };
      return value;
    };
    const recursive: JsonSchema = {
      $ref: '#/$defs/n',
      $defs: { n: { type: 'object', properties: { a: { $ref: '#/$defs/n' } } } },
    };
    const circle: JsonSchema = {
      $ref: '#/$defs/a',
      $defs: {
        a: { anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/a' }] },
        b: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] },
      },
    };
    const doubling = (levels: number): JsonSchema => {
      let schema: JsonSchema = { type: 'string' };
      for (let i = 0; i < levels; i++) schema = { allOf: [{ anyOf: [schema, schema] }, { oneOf: [schema, schema] }] };
      return schema;
    };
    it.each<[string, JsonSchema, unknown]>([
      ['a value of depth 100,000', recursive, deep(100_000)],
      [
        'a value that is a circle',
        recursive,
        (() => {
          const value: Record<string, unknown> = {};
          value['a'] = value;
          return value;
        })(),
      ],
      ['references in a circle', circle, 'x'],
      ['a schema of 2^60 paths', doubling(30), 5],
      ['a schema of depth 5,000', doubling(2500), 5],
      ['a reference to nothing', { $ref: '#/$defs/missing' }, 1],
      ['a reference to another place', { $ref: 'https://example.com/schema' }, 1],
      ['a bad pointer', { $ref: '#/%E0%A4%A' }, 1],
      [
        'a value that is no JSON',
        { type: 'object', additionalProperties: { type: 'string' } },
        { a: 1n, b: Symbol('x'), c: () => 1 },
      ],
    ])('%s', (_case, schema, value) => {
      expect(collectIssues(schema, value).length).toBeGreaterThan(0);
      expect(validates(schema, value)).toBe(false);
    });

    it('accepts more parts side by side than it accepts levels', () => {
      const schema: JsonSchema = { type: 'array', items: { type: 'object', required: ['a'], properties: { a: {} } } };
      const value = Array.from({ length: 1000 }, () => ({ a: 1 }));
      expect(validates(schema, value)).toBe(true);
      expect(collectIssues(schema, [...value, {}])).toMatchObject([{ path: [1000, 'a'], rule: 'required' }]);
    });

    it('ignores a pattern that is not a regular expression', () => {
      expect(collectIssues({ pattern: '(' }, 'x')).toEqual([]);
    });
  });

  it('a prepared checker answers for the parts of its schema', () => {
    const schema = {
      type: 'object',
      properties: { n: { $ref: '#/$defs/n' } },
      $defs: { n: { type: 'integer' } },
    } as const;
    const checker = createChecker(schema);
    expect(checker.part(schema.properties.n).validates(5)).toBe(true);
    expect(checker.part(schema.properties.n).issuesOf('x')).toHaveLength(1);
    expect(checker.resolve('#/$defs/n')).toBe(schema.$defs.n);
  });
});

describe('isMultipleOf', () => {
  it.each<[number, number, boolean]>([
    [0.3, 0.1, true],
    [1.1, 0.1, true],
    [0.35, 0.1, false],
    [7, 5, false],
    [10, 5, true],
    [1e308, 0.5, false],
    [0.0075, 0.0001, true],
    [0.00751, 0.0001, false],
    [-6, 3, true],
    [0, 3, true],
    [9007199254740991, 2, false],
    [9007199254740990, 2, true],
  ])('%d of %d: %s', (value, divisor, multiple) => {
    expect(isMultipleOf(value, divisor)).toBe(multiple);
  });
});

describe('sameJson', () => {
  it('compares by value, without the order of properties', () => {
    expect(sameJson({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
    expect(sameJson({ a: undefined }, {})).toBe(false);
    expect(sameJson({}, [])).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__":1}'), {})).toBe(false);
  });
});

test('trusts a compiled test that accepts a value, and explains a rejected value by the schema', () => {
  const item: JsonSchemaObject = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const schema: JsonSchemaObject = { type: 'array', items: item };
  const asked: unknown[] = [];
  const isGood = (value: unknown): boolean => {
    asked.push(value);
    return (value as { a?: unknown }).a === 'good';
  };
  const checker = createChecker(schema, schema, new Map([[item, isGood]]));
  const values = [{ a: 'good' }, { a: 'fine' }, { a: 1 }];
  expect(checker.issuesOf(values)).toEqual(createChecker(schema).issuesOf(values));
  expect(checker.validates(values)).toBe(false);
  expect(checker.validates(values.slice(0, 2))).toBe(true);
  expect(asked).toContain(values[0]);
  const trusting = createChecker(item, item, new Map([[item, () => true]]));
  expect(trusting.validates({ a: 1 })).toBe(true);
});
