import type { JsonSchemaObject } from '@haft/schema';
import 'reflect-metadata';
import { Exclude, Expose, Transform } from 'class-transformer';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { writeChecks } from '../../src/emit/write-module.js';
import { loadTool } from '../support/load-module.js';
import { classOf, projectOf, toolOf, typeOf } from '../support/models.js';
import { readWith } from '../support/read-with.js';

const object = (properties: JsonSchemaObject['properties'], required: readonly string[] = []): JsonSchemaObject => ({
  type: 'object',
  properties: properties ?? {},
  required,
  additionalProperties: false,
});
const parse = (text: string): unknown => JSON.parse(text);

describe('the emitted check', () => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false });

  /** Schemas of one property `v`, and values for it. Each value must get the verdict of ajv. */
  const cases: readonly (readonly [JsonSchemaObject | boolean, readonly unknown[]])[] = [
    [{ type: 'string' }, ['', 'a', 1, null, [], {}, true]],
    [{ type: 'integer' }, [1, 1.0, 1.5, -3, '1', null, true]],
    [{ type: 'number', minimum: 1, exclusiveMaximum: 3 }, [0.9, 1, 2.9, 3, '2']],
    [{ type: 'number', exclusiveMinimum: 1, maximum: 3 }, [1, 1.1, 3, 3.1]],
    [{ minimum: 1 }, [0, 1, 'a', null]],
    [{ type: 'number', multipleOf: 0.5 }, [0, 0.5, 0.7, 1, 2]],
    [{ type: 'number', multipleOf: 1 }, [0, 0.5, -2]],
    [{ type: ['string', 'null'], maxLength: 2 }, ['ab', 'abc', null, 1]],
    [
      { type: 'string', minLength: 2, maxLength: 3 },
      ['a', 'ab', 'abc', 'abcd', '💩', '💩💩', '💩💩💩', '💩💩💩💩', '\ud83d'],
    ],
    [{ type: 'string', pattern: '^\\p{L}+/?$' }, ['ab', 'ab/', 'a1', '']],
    [{ type: 'boolean' }, [true, false, 0, 'true']],
    [{ type: 'null' }, [null, 0, '']],
    [{ enum: ['a', 1, null, true] }, ['a', 'b', 1, null, true, false]],
    [{ enum: ['a', 1], type: 'string' }, ['a', 1]],
    [{ enum: Array.from({ length: 30 }, (_, index) => `v${index}`) }, ['v0', 'v29', 'v30']],
    [{ const: { a: [1, { b: 2 }] } }, [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, { a: [1] }, 'a']],
    [{ type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 }, [[], [1], [1, 2], [1, 2, 3], ['a'], {}]],
    [
      { type: 'array', uniqueItems: true },
      [
        [1, 2],
        [1, 1],
        [1, '1'],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [[1], ['1']],
        ['[1]', [1]],
      ],
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      [[], ['a'], ['a', 1], ['a', 1, 2], [1]],
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } }, [['a', 1, 2], ['a', 'b'], [1]]],
    [
      { type: 'array', contains: { type: 'integer' }, minContains: 2, maxContains: 3 },
      [[1], [1, 2], ['a', 1, 2, 3], [1, 2, 3, 4]],
    ],
    [
      {
        anyOf: [
          { type: 'string', maxLength: 1 },
          { type: 'array', items: { type: 'string' } },
        ],
      },
      ['a', 'ab', ['ab'], [1], 1],
    ],
    [{ oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] }, [1, 1.5, 2.5, 3, 'a']],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, [0, 2, 4, 'a']],
    [{ not: { type: 'string' } }, ['a', 1]],
    [{ if: { type: 'string' }, then: { minLength: 2 }, else: { minimum: 5 } }, ['a', 'ab', 4, 5]],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, [{}, { a: 1 }, { a: 'b' }, []]],
    [
      { type: 'object', patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
      [{ 'x-a': 1 }, { 'x-a': 'b' }, { y: 1 }],
    ],
    [
      {
        type: 'object',
        properties: { 'x-a': { minimum: 3 } },
        patternProperties: { '^x-': { type: 'integer' } },
        additionalProperties: { type: 'string' },
      },
      [{ 'x-a': 3 }, { 'x-a': 2 }, { 'x-a': 3.5 }, { y: 'a' }, { y: 1 }],
    ],
    [{ type: 'object', propertyNames: { maxLength: 2 } }, [{ ab: 1 }, { abc: 1 }]],
    [{ type: 'object', minProperties: 1, maxProperties: 2 }, [{}, { a: 1 }, { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }]],
    [{ type: 'object', dependentRequired: { a: ['b'] } }, [{}, { a: 1 }, { a: 1, b: 1 }, { b: 1 }]],
    [{ type: 'object', required: ['toString', 'constructor'] }, [{}, parse('{"toString":1,"constructor":2}')]],
    [
      object({ constructor: { type: 'string' } as JsonSchemaObject }),
      [{}, parse('{"constructor":"a"}'), parse('{"constructor":1}')],
    ],
    [object({}), [{}, parse('{"__proto__":{}}'), { a: 1 }, [], [1]]],
    [object({ a: { type: 'string' } }, ['a']), [{ a: 'x' }, {}, { a: 'x', b: 1 }, { a: 1 }]],
    [true, [1, null]],
    [{ type: 'object', properties: { a: true, b: false }, required: ['a'] }, [{ a: 1 }, {}, { a: null, b: 1 }]],
    [
      {
        anyOf: [
          object({ a: { const: 1 } }, ['a']),
          object({ b: { type: 'array', items: object({ c: { type: 'null' } }) } }),
        ],
      },
      [{ a: 1 }, { b: [{ c: null }] }, { b: [{ c: 1 }] }, { a: 1, b: [] }, {}],
    ],
  ];

  it.each(cases)('decides as ajv does: %j', (schema, values) => {
    const root = {
      type: 'object',
      properties: { v: schema },
      required: ['v'],
      additionalProperties: false,
    } as JsonSchemaObject;
    const read = readWith(typeOf(root), {}, { v: values[0] });
    const validate = ajv.compile(root);
    for (const value of values) {
      const args = { v: value };
      const text = JSON.stringify(args);
      expect({ args, accepted: read(args) !== undefined }).toEqual({ args, accepted: validate(args) });
      expect(JSON.stringify(args)).toBe(text);
    }
  });

  it('follows references, also recursive ones', () => {
    const schema: JsonSchemaObject = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree' } },
      required: ['tree'],
      additionalProperties: false,
      $defs: {
        Tree: object({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }, [
          'name',
        ]),
      },
    };
    const read = readWith(typeOf(schema));
    expect(read({ tree: { name: 'a', children: [{ name: 'b' }] } })).toBeDefined();
    expect(read({ tree: { name: 'a', children: [{ name: 'b', children: [{ name: 1 }] }] } })).toBeUndefined();
  });

  it('takes `__proto__` for data where the schema declares it', () => {
    const schema = object(parse('{"__proto__":{"type":"string"}}') as JsonSchemaObject['properties']);
    const read = readWith(typeOf(object({ v: schema })));
    expect(read(parse('{"v":{"__proto__":"a"}}'))).toBeDefined();
    expect(read(parse('{"v":{"__proto__":1}}'))).toBeUndefined();
  });

  it('refuses integers that have lost digits', () => {
    const read = readWith(typeOf(object({ id: { type: 'integer' } })));
    expect(read(parse('{"id":9007199254740991}'))).toBeDefined();
    expect(read(parse('{"id":12345678901234567890}'))).toBeUndefined();
  });

  it('takes multiples as decimal numbers', () => {
    const read = readWith(typeOf(object({ price: { type: 'number', multipleOf: 0.01 } })));
    expect(read({ price: 1.13 })).toBeDefined();
    expect(read({ price: 1.135 })).toBeUndefined();
  });

  it('is written in time linear in the depth of unions', () => {
    let schema: JsonSchemaObject = { type: 'string' };
    for (let depth = 0; depth < 40; depth++) schema = { anyOf: [{ type: 'null' }, { type: 'array', items: schema }] };
    const read = readWith(typeOf(object({ v: schema }, ['v'])), {}, { v: null });
    expect(read({ v: [[[null], null]] })).toBeDefined();
    expect(read({ v: [[[null], 1]] })).toBeUndefined();
  });

  it('takes a key without a value for an absent one', () => {
    const read = readWith(typeOf(object({ a: { type: 'string' } })));
    expect(read({ a: undefined })).toBeDefined();
    expect(read({ b: undefined })).toBeDefined();
    expect(read({ a: undefined, b: 1 })).toBeUndefined();
  });
});

describe('the arguments of a positional tool', () => {
  const schema = object(
    { path: { type: 'string' }, limit: { type: 'integer', default: 200 }, mode: { type: 'string' } },
    ['path'],
  );
  const tool = toolOf('file_read', typeOf(schema), {
    single: false,
    method: 'read',
    parameters: [
      { kind: 'model', name: 'path', optional: false },
      { kind: 'host', name: 'user' },
      { kind: 'model', name: 'limit', optional: true },
      { kind: 'run' },
      { kind: 'model', name: 'mode', optional: true },
    ],
  });
  const descriptor = loadTool(projectOf([tool]));

  it('become a new object with the same keys every time, literal defaults put in [SCH-5]', () => {
    const input = { mode: 'x', path: 'a' };
    const read = descriptor.read(input);
    expect(read).toEqual({ path: 'a', limit: 200, mode: 'x' });
    expect(Object.keys(descriptor.read({ path: 'a', limit: 1 }) ?? {})).toEqual(['path', 'limit', 'mode']);
    expect(input).toEqual({ mode: 'x', path: 'a' });
  });

  it('reach the method by position', () => {
    const seen: unknown[] = [];
    const toolset = { read: (...args: unknown[]) => seen.push(...args) };
    const args = descriptor.read({ path: 'a' });
    descriptor.invoke(toolset as never, args as never, 'run' as never, ['user']);
    expect(seen).toEqual(['a', 'user', 200, 'run', undefined]);
    expect(descriptor).toMatchObject({ usesRun: true, host: [{ index: 1, name: 'user' }] });
  });
});

describe('the value of arguments', () => {
  const date = { type: 'string', format: 'date-time' } as const;

  class Place {
    zoom = 3;
    city?: string;
  }
  class Trip {
    places: Place[] = [];
    start?: Date;
    byDay?: Map<number, Date>;
  }

  it('is the value itself when nothing has another form at run time', () => {
    const read = readWith(typeOf(object({ a: object({ b: { type: 'string' } }) })));
    const input = { a: { b: 'x' } };
    expect(read(input)).toBe(input);
  });

  it('is an instance at every depth, with the initialisers of its class, in one pass [NEW-17]', () => {
    const place = object({ zoom: { type: 'integer', default: 3 }, city: { type: 'string' } });
    const days: JsonSchemaObject = { type: 'object', propertyNames: { pattern: '^\\d+$' }, additionalProperties: date };
    const trip = object({ places: { type: 'array', items: place }, start: date, byDay: days }, ['places']);
    const type = typeOf(object({ trip }, ['trip']), [
      [place, { kind: 'dto', class: classOf('Place'), rules: {}, uncovered: [], transformed: false }],
      [trip, { kind: 'dto', class: classOf('Trip'), rules: {}, uncovered: [], transformed: false }],
      [date, { kind: 'date' }],
      [days, { kind: 'map', form: 'object', keys: 'number' }],
    ]);
    const input = {
      trip: {
        places: [{ city: 'Ulm' }, { zoom: 1 }],
        start: '2026-01-31T09:00:00Z',
        byDay: { 1: '2026-01-31T09:00:00Z' },
      },
    };
    const before = structuredClone(input);
    const result = readWith(type, { Place, Trip })(input) as { trip: Trip };
    const when = new Date('2026-01-31T09:00:00Z');
    expect(result.trip).toBeInstanceOf(Trip);
    expect(result.trip).toEqual(
      Object.assign(new Trip(), {
        places: [Object.assign(new Place(), { city: 'Ulm' }), Object.assign(new Place(), { zoom: 1 })],
        start: when,
        byDay: new Map([[1, when]]),
      }),
    );
    expect(result.trip.places[0]).toBeInstanceOf(Place);
    expect(Object.hasOwn(result.trip.places[1] ?? {}, 'city')).toBe(false);
    expect(input).toEqual(before);
  });

  it('is a Date, URL, bigint, bytes, Set or Map of values that the schema allows [NEW-17]', () => {
    const [url, big, bytes, buffer] = [
      { type: 'string', format: 'uri' },
      { type: 'string' },
      { type: 'string' },
      { type: 'string' },
    ] as const;
    const set = { type: 'array', items: date } as const;
    const pairs = {
      type: 'array',
      items: { type: 'array', prefixItems: [{ type: 'string' }, date], items: false, minItems: 2, maxItems: 2 },
    } as const;
    const open = { type: 'object', additionalProperties: { type: 'integer' } } as const;
    const type = typeOf(object({ date, url, big, bytes, buffer, set, pairs, open }), [
      [date, { kind: 'date' }],
      [url, { kind: 'url' }],
      [big, { kind: 'bigint' }],
      [bytes, { kind: 'bytes', as: 'Uint8Array' }],
      [buffer, { kind: 'bytes', as: 'Buffer' }],
      [set, { kind: 'set' }],
      [pairs, { kind: 'map', form: 'entries', keys: 'string' }],
      [open, { kind: 'map', form: 'object', keys: 'string' }],
    ]);
    const read = readWith(type);
    const text = '2026-01-31T09:00:00Z';
    expect(
      read({
        date: text,
        url: 'https://a.b/',
        big: '-12',
        bytes: 'aGFmdA==',
        buffer: 'aGFmdA==',
        set: [text],
        pairs: [['a', text]],
        open: { a: 1 },
      }),
    ).toEqual({
      date: new Date(text),
      url: new URL('https://a.b/'),
      big: -12n,
      bytes: new Uint8Array([104, 97, 102, 116]),
      buffer: Buffer.from('haft'),
      set: new Set([new Date(text)]),
      pairs: new Map([['a', new Date(text)]]),
      open: new Map([['a', 1]]),
    });
    for (const bad of [
      { date: 'yesterday' },
      { url: 'http://:80' },
      { big: '1.5' },
      { bytes: '%%%' },
      { buffer: 'a' },
    ]) {
      expect(read(bad)).toBeUndefined();
    }
  });

  it('comes from the branch of a union that matches: by its tag, or the first one [NEW-17]', () => {
    class Cat {
      kind = 'cat';
    }
    class Dog {
      kind = 'dog';
    }
    const cat = object({ kind: { const: 'cat' }, lives: { type: 'integer' } }, ['kind']);
    const dog = object({ kind: { const: 'dog' }, name: { type: 'string' } }, ['kind']);
    const revivals = [
      [cat, { kind: 'dto', class: classOf('Cat'), rules: {}, uncovered: [], transformed: false }],
      [dog, { kind: 'dto', class: classOf('Dog'), rules: {}, uncovered: [], transformed: false }],
      [date, { kind: 'date' }],
    ] as const;
    const tagged = { oneOf: [cat, dog], discriminator: { propertyName: 'kind' } };
    for (const pet of [tagged, { anyOf: [cat, dog, { type: 'null' }] } as JsonSchemaObject]) {
      const read = readWith(typeOf(object({ pet }, ['pet']), revivals), { Cat, Dog });
      expect((read({ pet: { kind: 'dog', name: 'Rex' } }) as { pet: Dog }).pet).toBeInstanceOf(Dog);
      expect((read({ pet: { kind: 'cat', lives: 9 } }) as { pet: Cat }).pet).toBeInstanceOf(Cat);
      expect(read({ pet: { kind: 'cat', name: 'Rex' } })).toBeUndefined();
      expect(read({ pet: { kind: 'cow' } })).toBeUndefined();
    }
    const read = readWith(typeOf(object({ at: { anyOf: [date, { type: 'null' }] } }), revivals));
    expect(read({ at: null })).toEqual({ at: null });
    expect(read({ at: '2026-01-31T09:00:00Z' })).toEqual({ at: new Date('2026-01-31T09:00:00Z') });
  });

  it('keeps the entries of an open object, and never its prototype', () => {
    const schema: JsonSchemaObject = { type: 'object', properties: { at: date }, additionalProperties: true };
    const read = readWith(typeOf(object({ data: schema }), [[date, { kind: 'date' }]]));
    expect(read({ data: { at: '2026-01-31T09:00:00Z', x: [1] } })).toEqual({
      data: { at: new Date('2026-01-31T09:00:00Z'), x: [1] },
    });
    expect(read(parse('{"data":{"__proto__":{"admin":true}}}'))).toBeUndefined();
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('is created by class-transformer if the class has its decorators', () => {
    class Search {
      query = '';
      limit = 10;
      hidden = 'kept';
    }
    Expose({ name: 'q' })(Search.prototype, 'query');
    Transform(({ value }: { value: number }) => value * 2)(Search.prototype, 'limit');
    Exclude()(Search.prototype, 'hidden');
    const schema = object({ q: { type: 'string' }, limit: { type: 'integer' } }, ['q']);
    const type = typeOf(object({ search: schema }, ['search']), [
      [schema, { kind: 'dto', class: classOf('Search'), rules: {}, uncovered: ['limit'], transformed: true }],
    ]);
    const model = projectOf([toolOf('test_tool', type)]);
    expect(writeChecks(model, { out: '/project/src/gen.ts' })).toContain(
      "import { plainToInstance } from 'class-transformer';",
    );
    const tool = loadTool(model, { Search });
    const args = tool.read({ search: { q: 'x', limit: 4 } }) as { search: Search };
    expect(args.search).toBeInstanceOf(Search);
    expect(args.search).toEqual({ query: 'x', limit: 8, hidden: 'kept' });
    expect(tool.read({ search: { query: 'x' } })).toBeUndefined();
    const visited: unknown[] = [];
    tool.visitRules?.(args as never, (...visit) => visited.push(visit));
    expect(visited).toEqual([[args.search, Search, ['limit'], ['search']]]);
  });

  it('visits an instance of a subclass once, by its own class', () => {
    class Base {}
    class Derived extends Base {}
    const base = object({ kind: { const: 'base' } }, ['kind']);
    const derived = object({ kind: { const: 'derived' } }, ['kind']);
    const type = typeOf(object({ one: { anyOf: [base, derived] } }), [
      [base, { kind: 'dto', class: classOf('Base'), rules: {}, uncovered: ['a'], transformed: false }],
      [derived, { kind: 'dto', class: classOf('Derived'), rules: {}, uncovered: ['a', 'b'], transformed: false }],
    ]);
    const tool = loadTool(projectOf([toolOf('test_tool', type)]), { Base, Derived });
    const visited: unknown[] = [];
    for (const args of [{ one: { kind: 'derived' } }, { one: { kind: 'base' } }, {}]) {
      tool.visitRules?.(tool.read(args) as never, (_, dto, properties) => visited.push([dto, properties]));
    }
    expect(visited).toEqual([
      [Derived, ['a', 'b']],
      [Base, ['a']],
    ]);
  });

  it('visits each instance whose rules the schema does not say, with its path', () => {
    class Item {}
    const item = object({ id: { type: 'integer' } });
    const tree = object({ item, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } });
    const byName = { type: 'object', additionalProperties: item } as const;
    const root: JsonSchemaObject = {
      ...object({
        items: { type: 'array', items: item },
        byName,
        tree: { $ref: '#/$defs/Tree' },
        one: { anyOf: [item, { type: 'null' }] },
      }),
      $defs: { Tree: tree },
    };
    const type = typeOf(root, [
      [item, { kind: 'dto', class: classOf('Item'), rules: {}, uncovered: ['id'], transformed: false }],
      [byName, { kind: 'map', form: 'object', keys: 'string' }],
    ]);
    const tool = loadTool(projectOf([toolOf('test_tool', type)]), { Item });
    const args = tool.read({
      items: [{ id: 1 }, {}],
      byName: { a: {} },
      tree: { item: {}, children: [{ item: {} }] },
      one: {},
    });
    const paths: unknown[] = [];
    tool.visitRules?.(args as never, (instance, dto, properties, path) => {
      expect(instance).toBeInstanceOf(dto);
      expect(properties).toEqual(['id']);
      paths.push(path);
    });
    expect(paths).toEqual([
      ['items', 0],
      ['items', 1],
      ['byName', 'a'],
      ['tree', 'item'],
      ['tree', 'children', 0, 'item'],
      ['one'],
    ]);
  });
});
