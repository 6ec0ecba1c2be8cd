import { describe, expect, it } from '@jest/globals';
import { StrictModeError, TARGETS, toDialect, type Target } from '../../src/dialects/index.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../src/index.js';

const closed = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});
const formOf = (parameters: JsonSchemaObject, target: Target, strict?: boolean) =>
  toDialect({ name: 'tool', parameters, strict }, target);
const restored = (parameters: JsonSchemaObject, target: Target, value: JsonValue) => {
  const { value: back, issues } = formOf(parameters, target).restore(value);
  return issues.length === 0
    ? back
    : issues.map(({ path, expected, received }) => `${path.join('.')}: ${expected}, ${received}`);
};

describe('strict mode', () => {
  it('is used where nothing is lost by it [SCH-13, SCH-15]', () => {
    expect(formOf(closed({ a: { type: 'string' } }), 'openai').strict).toBe(true);
    expect(formOf(closed({ a: { type: 'string' } }), 'openai', false).strict).toBe(false);
  });

  it('is not used where something would be lost, unless it is asked for [SCH-13, SCH-15]', () => {
    const parameters = closed({ a: { type: ['string', 'null'] } });
    expect(formOf(parameters, 'openai').strict).toBe(false);
    const forced = formOf(parameters, 'openai', true);
    expect(forced.strict).toBe(true);
    expect(forced.rewrites).toMatchObject([{ path: ['a'], keyword: 'required', loses: 'that it may be left out' }]);
  });

  it('is an error where it is asked for and cannot be had [SCH-13]', () => {
    const refused = (): unknown => formOf(closed({ a: {} }), 'anthropic', true);
    expect(refused).toThrow(StrictModeError);
    expect(refused).toThrow(
      "The tool 'tool' asks for strict mode and cannot have it at Anthropic because of 'a': a value of any type is not allowed there.",
    );
  });

  it.each<Target>(['gemini', 'gemini-json-schema', 'mcp'])('means nothing to %s', (target) => {
    expect(formOf(closed({ a: {} }), target, true).strict).toBe(false);
  });

  it('keeps the limits of its provider after the rewriting, not before', () => {
    const map = (levels: number): JsonSchema =>
      levels === 0 ? { type: 'string' } : { type: 'object', additionalProperties: map(levels - 1) };
    // Each map is one more object in the arguments.
    expect(formOf(closed({ a: map(9) }), 'openai').strict).toBe(true);
    expect(formOf(closed({ a: map(10) }), 'openai').strict).toBe(false);
  });
});

describe('a form without changes', () => {
  it.each(TARGETS)('is the schema itself for %s', (target) => {
    const parameters = closed({ a: { type: 'string' } }, 'a');
    const form = formOf(parameters, target);
    const isOurs = target !== 'gemini';
    expect(form.parameters === parameters).toBe(isOurs);
    expect(form.rewrites.length === 0).toBe(isOurs);
    const value = { a: 'x' };
    expect(form.restore(value).value).toBe(value);
    expect(form.restore(value).changes).toEqual([]);
  });
});

describe('values that a form made the model send', () => {
  const labels = closed({ labels: { type: 'object', additionalProperties: { type: 'integer' } } }, 'labels');

  it.each<[string, JsonValue, unknown]>([
    ['a list of keys and values', [{ key: 'a', value: 1 }], { labels: { a: 1 } }],
    ['an empty list', [], { labels: {} }],
    ['a map, although it was asked for a list', { a: 1 }, { labels: { a: 1 } }],
    ['a text', 'x', { labels: 'x' }],
    [
      'a key that stands there twice',
      [
        { key: 'a', value: 1 },
        { key: 'a', value: 1 },
      ],
      ['labels.1.key: a key that stands there once, "a"'],
    ],
    ['an entry without a key', [{ value: 1 }], ['labels.0.key: a string, nothing']],
    ['an entry without a value', [{ key: 'a' }], ['labels.0.value: a value, nothing']],
    ['an entry that is none', ['a'], ['labels.0: an object with a key and a value, "a"']],
  ])('is read as a map: %s', (_, value, expected) => {
    expect(restored(labels, 'anthropic', { labels: value })).toEqual(expected);
  });

  const tuple = closed(
    {
      t: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'integer' }, { type: 'integer' }],
        items: false,
        minItems: 1,
        maxItems: 3,
      },
    },
    't',
  );

  it.each<[string, JsonValue, unknown]>([
    ['all places', { item0: 'a', item1: 1, item2: 2 }, { t: ['a', 1, 2] }],
    ['null for those that are left out', { item0: 'a', item1: 1, item2: null }, { t: ['a', 1] }],
    ['places that are not there', { item0: 'a' }, { t: ['a'] }],
    ['a list, although it was asked for an object', ['a', 1], { t: ['a', 1] }],
    ['a gap', { item0: 'a', item1: null, item2: 2 }, ['t.item2: null, since an item before it is left out, 2']],
    [
      'no first place',
      { item1: 1 },
      ['t.item0: a value, nothing', 't.item1: null, since an item before it is left out, 1'],
    ],
    ['another object', { a: 1 }, { t: { a: 1 } }],
  ])('is read as a tuple: %s', (_, value, expected) => {
    expect(restored(tuple, 'openai', { t: value })).toEqual(expected);
  });

  const root: JsonSchemaObject = {
    type: 'object',
    anyOf: [closed({ value: { type: 'string' } }), closed({ b: { type: 'integer' } }, 'b')],
  };

  it.each<[string, JsonValue, JsonValue]>([
    ['wrapped', { value: { b: 1 } }, { b: 1 }],
    ['wrapped, with a property of the name of the wrapper', { value: { value: 'x' } }, { value: 'x' }],
    ['not wrapped', { b: 1 }, { b: 1 }],
    ['not wrapped, with a property of the name of the wrapper', { value: 'x' }, { value: 'x' }],
  ])('is read as arguments: %s', (_, value, expected) => {
    expect(restored(root, 'anthropic', value)).toEqual(expected);
    expect(toDialect({ name: 'tool', parameters: root, strict: false }, 'openai').restore(value).value).toEqual(
      expected,
    );
  });

  it('keeps null where the type takes it', () => {
    const parameters = closed({ a: { type: ['string', 'null'] }, b: { type: 'string' } }, 'a');
    expect(restored(parameters, 'openai', { a: null, b: null })).toEqual({ a: null });
  });

  it('is never changed itself', () => {
    const value = Object.freeze({ labels: Object.freeze([Object.freeze({ key: 'a', value: 1 })]) });
    expect(restored(labels, 'openai', value)).toEqual({ labels: { a: 1 } });
    expect(value).toEqual({ labels: [{ key: 'a', value: 1 }] });
  });

  it('is told without values that are sensitive', () => {
    const entry = { key: 'a', value: 'secret' };
    const parameters = closed({ keys: { type: 'object', additionalProperties: { type: 'string' } } }, 'keys');
    const { issues } = formOf(parameters, 'openai').restore(
      { keys: [entry, { ...entry, key: 5 }, 'secret'] },
      { sensitive: [['keys', '*']] },
    );
    expect(JSON.stringify(issues)).not.toContain('secret');
  });

  it('cannot reach a prototype', () => {
    const back = restored(labels, 'openai', { labels: [{ key: '__proto__', value: 1 }] }) as { labels: object };
    expect(Object.getPrototypeOf(back.labels)).toBe(Object.prototype);
    expect(Object.hasOwn(back.labels, '__proto__')).toBe(true);
  });
});

describe('names of parameters that a provider does not take', () => {
  const parameters: JsonSchemaObject = {
    ...closed(
      {
        $top: { type: 'integer' },
        _top: { type: 'string' },
        'x-labels': { type: 'object', additionalProperties: { type: 'string' } },
      },
      '$top',
    ),
  };

  it.each<[Target, readonly string[]]>([
    ['openai', ['$top', '_top', 'x-labels']],
    ['anthropic', ['_top_2', '_top', 'x-labels']],
    ['gemini', ['_top_2', '_top', 'x_labels']],
    ['gemini-json-schema', ['_top_2', '_top', 'x_labels']],
    ['mcp', ['$top', '_top', 'x-labels']],
  ])('are others at %s', (target, names) => {
    const form = formOf(parameters, target);
    expect(Object.keys(form.parameters.properties ?? {})).toEqual(names);
    const value = { $top: 1, _top: 'x', 'x-labels': { a: 'b' } };
    const sent = form.write(value);
    expect(Object.keys(sent as object)).toEqual(names);
    expect(form.restore(sent)).toMatchObject({ value, issues: [] });
  });

  it('are told where the model finds them', () => {
    const form = formOf(parameters, 'gemini');
    const back = form.restore({ _top_2: 'x', x_labels: [{ key: 'a', value: 5 }] });
    expect(back.value).toEqual({ $top: 'x', 'x-labels': { a: 5 } });
    expect(back.changes[0]).toEqual({ path: ['$top'], from: '_top_2', to: '$top' });
    const issue = { rule: 'type', expected: 'a string', received: '5' };
    expect(back.asSent({ ...issue, path: ['x-labels', 'a'] }).path).toEqual(['x_labels', 0, 'value']);
    expect(back.asSent({ ...issue, path: ['$top'] }).path).toEqual(['_top_2']);
  });
});

describe('a schema that is made to take long', () => {
  // With twice the work at each step, none of these would end.
  const chain = (count: number, one: (name: string) => JsonSchema): JsonSchemaObject => ({
    ...closed({ a: { $ref: '#/$defs/d0' } }),
    $defs: Object.fromEntries([
      ...Array.from({ length: count }, (_, i) => [`d${i}`, one(`#/$defs/d${i + 1}`)] as const),
      [`d${count}`, { type: 'string' } as const],
    ]),
  });

  it.each<[string, JsonSchemaObject]>([
    ['references that double at each step', chain(40, (name) => closed({ x: { $ref: name }, y: { $ref: name } }))],
    ['parts that double at each step', chain(40, ($ref) => ({ allOf: [{ $ref }, { properties: { x: { $ref } } }] }))],
    ['unions that double at each step', chain(40, ($ref) => ({ type: 'object', anyOf: [{ $ref }, { $ref }] }))],
    [
      'limits beside references that double',
      chain(40, ($ref) => closed({ x: { $ref, minLength: 1 }, y: { $ref, minLength: 2 } })),
    ],
    ['a reference to itself', { $ref: '#' } as JsonSchemaObject],
    ['references in a circle', { ...chain(1, () => ({ $ref: '#/$defs/d0' })) }],
    ['parts in a circle', chain(2, () => ({ allOf: [{ $ref: '#/$defs/d0' }, { $ref: '#/$defs/d1' }] }))],
    [
      'unions in a circle',
      chain(2, () => ({ description: 'x', minLength: 1, anyOf: [{ $ref: '#/$defs/d0' }, { $ref: '#/$defs/d1' }] })),
    ],
    [
      'a very deep schema',
      Array.from({ length: 3000 }).reduce<JsonSchemaObject>((inner) => closed({ a: inner }), { type: 'string' }),
    ],
  ])('does not: %s', (_, parameters) => {
    for (const target of TARGETS) {
      for (const strict of [undefined, false]) {
        expect(formOf(parameters, target, strict).target).toBe(target);
      }
    }
  });

  it('does not when a value is read either', () => {
    const expression: JsonSchemaObject = {
      ...closed({ root: { $ref: '#/$defs/E' } }, 'root'),
      $defs: {
        E: {
          anyOf: ['add', 'sub'].map((op) =>
            closed(
              {
                op: { const: op },
                left: { $ref: '#/$defs/E' },
                right: { type: 'object', additionalProperties: { $ref: '#/$defs/E' } },
              },
              'op',
            ),
          ),
        },
      },
    };
    let value: JsonValue = { op: 'wrong' };
    for (let i = 0; i < 60; i++) value = { op: i % 2 === 0 ? 'add' : 'sub', left: value, right: [] };
    const form = formOf(expression, 'openai');
    expect(form.strict).toBe(true);
    expect(form.restore({ root: value }).issues).toEqual(expect.any(Array));
  });

  it('does not when a text holds a document that is very deep', () => {
    const parameters: JsonSchemaObject = closed({ a: {} }, 'a');
    const text = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(restored(parameters, 'gemini', { a: text })).toEqual({ a: text });
  });
});
