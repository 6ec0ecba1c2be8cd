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
    : issues.map(({ path, rule, expected, received }) => `${path.join('.')} (${rule}): ${expected}, ${received}`);
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

  it('is not used where a type says more of itself than its definition [SCH-13]', () => {
    const next = { $ref: '#/$defs/node', properties: { id: { type: 'string', format: 'uri' } }, required: ['id'] };
    const node = { ...closed({ id: { type: 'string' } }), properties: { id: { type: 'string' }, next } };
    const parameters = { ...closed({ a: { $ref: '#/$defs/node' } }), $defs: { node } } as JsonSchemaObject;
    expect(formOf(parameters, 'openai')).toMatchObject({ strict: false, parameters, rewrites: [] });
    const { parameters: sent, rewrites } = formOf(parameters, 'openai', true);
    expect(sent.$defs?.['node']).toMatchObject({
      properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
    });
    const lost = rewrites.filter(({ loses }) => loses !== undefined).map(({ path, loses }) => [path.join('.'), loses]);
    expect(lost).toEqual([
      ['a.next', "what 'properties' asks for there"],
      ['a.next', "what 'required' asks for there"],
    ]);
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

  it('is the schema itself, although it is inside itself', () => {
    const node = closed({ children: { type: 'array', items: { $ref: '#/$defs/node' } } }, 'children');
    const parameters: JsonSchemaObject = { ...closed({ root: { $ref: '#/$defs/node' } }, 'root'), $defs: { node } };
    const form = formOf(parameters, 'openai', true);
    expect([form.parameters, form.rewrites]).toEqual([parameters, []]);
    expect(form.parameters).toBe(parameters);
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
      ['labels.1.key (repeatedKey): a key that stands there once, "a"'],
    ],
    ['an entry without a key', [{ value: 1 }], ['labels.0.key (type): a string, nothing']],
    ['an entry without a value', [{ key: 'a' }], ['labels.0.value (required): a value, nothing']],
    ['an entry that is none', ['a'], ['labels.0 (type): an object with a key and a value, "a"']],
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
    [
      'a gap',
      { item0: 'a', item1: null, item2: 2 },
      ['t.item2 (positions): null, since an item before it is left out, 2'],
    ],
    [
      'no first place',
      { item1: 1 },
      ['t.item0 (required): a value, nothing', 't.item1 (positions): null, since an item before it is left out, 1'],
    ],
    ['another object', { a: 1 }, { t: { a: 1 } }],
  ])('is read as a tuple: %s', (_, value, expected) => {
    expect(restored(tuple, 'openai', { t: value })).toEqual(expected);
  });

  it.each<[string, JsonValue, unknown]>([
    ['no further items', { item0: 'a' }, { t: ['a'] }],
    ['further items', { item0: 'a', rest: [1, 2] }, { t: ['a', 1, 2] }],
    ['no list of further items', { item0: 'a', rest: 'x' }, ['t.rest (type): an array, "x"']],
    [
      'further items after a gap',
      { item0: null, rest: [1] },
      ['t.rest (positions): an empty array, since an item before it is left out, an array of 1 item'],
    ],
  ])('is read as a tuple with %s', (_, value, expected) => {
    const open = closed({ t: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } } }, 't');
    expect(restored(open, 'openai', { t: value })).toEqual(expected);
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

describe('problems of a restored value', () => {
  const map = (inside: JsonSchema): JsonSchemaObject => ({ type: 'object', additionalProperties: inside });
  const parameters = closed({ labels: map({ type: 'integer' }), nested: map(map({ type: 'integer' })) });
  const asked = 'an array of objects with a key and a value';
  const deep = { nested: [{ key: 'a', value: [{ key: 'b', value: 'z' }] }] };

  it.each<[JsonValue, readonly (string | number)[], readonly (string | number)[], string, string]>([
    [{ labels: 'x' }, ['labels'], ['labels'], asked, '"x"'],
    [{ labels: [{ key: 'a', value: 'y' }] }, ['labels', 'a'], ['labels', 0, 'value'], 'an integer', 'R'],
    [{ nested: [{ key: 'a', value: 'q' }] }, ['nested', 'a'], ['nested', 0, 'value'], asked, '"q"'],
    [deep, ['nested'], ['nested'], asked, 'an array of 1 item'],
    [deep, ['nested', 'a'], ['nested', 0, 'value'], asked, 'an array of 1 item'],
    [deep, ['nested', 'a', 'b'], ['nested', 0, 'value', 0, 'value'], 'an integer', 'R'],
  ])('are told in the form that was sent: %j, %j', (sent, path, expectedPath, expected, received) => {
    const { asSent } = formOf(parameters, 'gemini').restore(sent);
    const issue = { path, rule: 'type', expected: 'an integer', received: 'R' };
    expect(asSent(issue)).toEqual({ rule: 'type', path: expectedPath, expected, received });
  });

  it('keep hidden values hidden', () => {
    const { asSent } = formOf(parameters, 'gemini').restore({ labels: 'x' });
    const issue = { path: ['labels'], rule: 'type', expected: 'an object', received: '(hidden)' };
    expect(asSent(issue)).toEqual({ ...issue, expected: asked });
  });

  it('are told next to other properties, not in their list', () => {
    const open: JsonSchemaObject = { ...closed({ id: { type: 'string' } }), additionalProperties: { type: 'integer' } };
    const { asSent } = formOf(open, 'anthropic', true).restore({ others: [{ key: 'a', value: 'x' }] });
    const issue = { rule: 'required', expected: 'a string', received: 'nothing' };
    expect(asSent({ ...issue, path: ['id'] })).toEqual({ ...issue, path: ['id'] });
    expect(asSent({ ...issue, path: ['a'] })).toEqual({ ...issue, path: ['others', 0, 'value'] });
  });

  it('and its changes name each place as it was', () => {
    expect(formOf(parameters, 'gemini').restore(deep).changes).toEqual([
      { path: ['nested', 'a'], from: [{ key: 'b', value: 'z' }], to: { b: 'z' } },
      { path: ['nested'], from: deep.nested, to: { a: { b: 'z' } } },
    ]);
    const optional = formOf(closed({ a: { type: 'string' }, b: { type: 'string' } }), 'openai');
    expect(optional.restore({ a: null, b: 'x' })).toMatchObject({
      value: { b: 'x' },
      changes: [{ path: ['a'], from: null, to: undefined }],
    });
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
    expect(back.changes).toEqual([
      { path: ['$top'], from: '_top_2', to: '$top' },
      { path: ['x-labels'], from: 'x_labels', to: 'x-labels' },
      { path: ['x-labels'], from: [{ key: 'a', value: 5 }], to: { a: 5 } },
    ]);
    const issue = { rule: 'type', expected: 'a string', received: '5' };
    expect(back.asSent({ ...issue, path: ['x-labels', 'a'] }).path).toEqual(['x_labels', 0, 'value']);
    expect(back.asSent({ ...issue, path: ['$top'] }).path).toEqual(['_top_2']);
  });
});

describe('names that a provider rejects', () => {
  const nameOf = (name: string, ...others: string[]): string | undefined => {
    const given = closed(Object.fromEntries([name, ...others].map((one) => [one, { type: 'string' }])));
    return Object.keys(formOf(given, 'gemini-json-schema').parameters.properties ?? {})[0];
  };

  it.each<[string, string, readonly string[]]>([
    ['1st', '_1st', []],
    ['a.b[c]', 'a_b_c_', []],
    ['', '_', []],
    ['a-b', 'a_b_2', ['a_b']],
    ['a-b', 'a_b_3', ['a_b', 'a_b_2']],
    ['x'.repeat(65), 'x'.repeat(64), []],
    ['x'.repeat(65), `${'x'.repeat(62)}_2`, ['x'.repeat(64)]],
  ])('become names that all accept: %s', (name, valid, others) => {
    expect(nameOf(name, ...others)).toBe(valid);
  });

  it('are replaced in each keyword that has names, and reported', () => {
    const given: JsonSchemaObject = {
      ...closed({ 'a-b': { type: 'string' }, c: { type: 'object', properties: { 'd-e': {} } } }, 'a-b', 'c'),
      dependentRequired: { 'a-b': ['c'], c: ['a-b'] },
    };
    const form = formOf(given, 'gemini-json-schema');
    expect(form.parameters).toMatchObject({
      properties: { a_b: { type: 'string' }, c: { properties: { 'd-e': {} } } },
      required: ['a_b', 'c'],
      dependentRequired: { a_b: ['c'], c: ['a_b'] },
    });
    expect(form.rewrites[0]).toEqual({
      path: ['a-b'],
      keyword: 'properties',
      from: 'a-b',
      to: 'a_b',
      reason: 'Gemini takes names of parameters that match ^[a-zA-Z_][a-zA-Z0-9_]{0,63}$',
    });
    expect(formOf(closed({ 'a-b': {} }), 'gemini-json-schema').parameters).not.toHaveProperty('dependentRequired');
  });

  it('are replaced behind a reference at the root, with the keywords next to it', () => {
    const $defs = { a: closed({ 'a-b': { type: 'string' } }) };
    const form = formOf({ $ref: '#/$defs/a', description: 'x', $defs }, 'gemini-json-schema');
    expect(form.parameters).toMatchObject({ description: 'x', properties: { a_b: { type: 'string' } } });
    expect(form.restore({ a_b: 'x' }).value).toEqual({ 'a-b': 'x' });
  });

  it.each<[string, JsonSchemaObject]>([
    ['its root', { ...closed({ 'a-b': { type: 'array', items: { $ref: '#' } } }) }],
    ['a property', { ...closed({ 'a-b': { type: 'string' }, c: { $ref: '#/properties/a-b' } }) }],
  ])('stay in a schema that refers to %s', (_title, given) => {
    expect(Object.keys(formOf(given, 'gemini-json-schema').parameters.properties ?? {})[0]).toBe('a-b');
  });

  it('leave other values alone, and hide what is sensitive', () => {
    const form = formOf(
      closed({ 'a-b': { type: 'object', additionalProperties: { type: 'string' } }, c: { type: 'string' } }),
      'anthropic',
    );
    for (const value of ['text', [1], null, { c: 'x' }]) {
      expect(form.restore(value).value).toEqual(value);
      expect(form.write(value)).toEqual(value);
    }
    const gemini = formOf(closed({ 'a-b': { type: 'object', additionalProperties: { type: 'string' } } }), 'gemini');
    const { issues } = gemini.restore({ a_b: [{ key: 'x', value: 1 }, 'hunter2'] }, { sensitive: [['a-b']] });
    expect(issues).toMatchObject([{ path: ['a_b', 1], received: '(hidden)' }]);
    const seen = gemini.restore({ a_b: ['hunter2'] }, { sensitive: [['c']] });
    expect(seen.issues).toMatchObject([{ received: '"hunter2"' }]);
  });
});

describe('a root that a provider rejects', () => {
  const union = (more: JsonSchemaObject = {}): JsonSchemaObject => ({
    anyOf: [closed({ a: { type: 'string' } }), closed({ b: { type: 'string' } })],
    ...more,
  });

  it('is wrapped, with its references and without a change of data', () => {
    const given: JsonSchemaObject = union({
      description: 'Either.',
      properties: { $ref: { const: { $ref: '#' } }, again: { $ref: '#' }, first: { $ref: '#/anyOf/0' } },
      $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/properties/first' }, { $ref: 'https://x.example' }] } },
    });
    const { parameters, rewrites } = formOf(given, 'openai', false);
    expect(parameters).toEqual({
      type: 'object',
      properties: {
        value: {
          anyOf: given.anyOf,
          description: 'Either.',
          properties: {
            $ref: { const: { $ref: '#' } },
            again: { $ref: '#/properties/value' },
            first: { $ref: '#/properties/value/anyOf/0' },
          },
        },
      },
      required: ['value'],
      additionalProperties: false,
      $defs: {
        a: {
          anyOf: [
            { $ref: '#/$defs/a' },
            { $ref: '#/properties/value/properties/first' },
            { $ref: 'https://x.example' },
          ],
        },
      },
    });
    expect(rewrites).toEqual([
      {
        path: [],
        keyword: 'anyOf',
        to: 'value',
        reason: "OpenAI wants an object with named properties: the arguments stand in 'value'",
      },
    ]);
    expect(formOf(union(), 'openai', false).parameters).not.toHaveProperty('$defs');
  });

  it('is the definition that it names', () => {
    const $defs = { a: closed({ a: { type: 'string' } }) };
    const form = formOf({ $ref: '#/$defs/a', description: 'x', $defs }, 'openai', false);
    expect(form.parameters).toEqual({ ...$defs.a, description: 'x', $defs });
    expect(form.rewrites).toEqual([
      {
        path: [],
        keyword: '$ref',
        from: '#/$defs/a',
        reason: 'OpenAI wants an object at the root: it is written out',
      },
    ]);
    expect(form.restore({ a: 'x' }).value).toEqual({ a: 'x' });
  });

  it.each<[string, JsonSchemaObject]>([
    ['keywords beside it', { $ref: '#/$defs/a', minProperties: 1, $defs: { a: closed({}) } }],
    ['a reference in it', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: closed({}) } }],
    ['no definition', { $ref: '#/$defs/none' }],
  ])('is wrapped if it is a reference with %s', (_title, given) => {
    const { parameters, rewrites } = formOf(given, 'openai', false);
    expect(parameters.required).toEqual(['value']);
    expect(rewrites.at(-1)).toMatchObject({ path: [], keyword: '$ref', to: 'value' });
  });

  it('gets its type', () => {
    const { parameters, rewrites } = formOf({ properties: { a: { type: 'string' } } }, 'mcp');
    expect(parameters).toEqual({ properties: { a: { type: 'string' } }, type: 'object' });
    expect(rewrites).toEqual([{ path: [], keyword: 'type', to: 'object', reason: 'arguments are an object' }]);
  });

  it.each<[string, JsonSchemaObject]>([
    ['no type', { additionalProperties: false }],
    ['several types', { type: ['object', 'null'], additionalProperties: false }],
    ['nothing but a reference', { $ref: '#/$defs/a', $defs: { a: closed({}) } }],
  ])('is an object in strict mode if it has %s', (_title, given) => {
    const { parameters } = formOf(given, 'openai', true);
    expect(parameters).toMatchObject({ type: 'object', properties: {}, required: [], additionalProperties: false });
  });
});

describe('keywords of another draft', () => {
  const list = { type: 'array', items: [{ type: 'string' }] } as unknown as JsonSchema;
  const withDraft = ($schema: string): JsonSchemaObject => Object.assign({ $schema }, closed({ a: list }));

  it('become those of the draft that providers read', () => {
    const { parameters, rewrites } = formOf(withDraft('http://json-schema.org/draft-07/schema#'), 'openai', false);
    expect(parameters).toEqual(closed({ a: { type: 'array', prefixItems: [{ type: 'string' }], items: true } }));
    const reason = 'OpenAI reads draft 2020-12';
    expect(rewrites).toEqual([
      { path: [], keyword: '$schema', from: 'http://json-schema.org/draft-07/schema#', reason },
      { path: ['a'], keyword: 'items', from: [{ type: 'string' }], to: 'prefixItems', reason },
    ]);
  });

  it('stay for MCP, and the name of the current draft stays everywhere', () => {
    const given = withDraft('http://json-schema.org/draft-07/schema#');
    expect(formOf(given, 'mcp').parameters).toBe(given);
    const current: JsonSchemaObject = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...closed({}),
    } as JsonSchemaObject;
    expect(formOf(current, 'openai', false).parameters).toBe(current);
  });

  it('become unions for Gemini only, if a reference has other keywords', () => {
    const given: JsonSchemaObject = {
      ...closed({
        a: { $ref: '#/$defs/a', description: 'x' },
        b: { $ref: '#/$defs/a' },
        c: { $ref: '#/$defs/a', $comment: 'x' } as JsonSchemaObject,
      }),
      $defs: { a: { type: 'string' } },
    };
    const gemini = formOf(given, 'gemini-json-schema');
    expect(gemini.parameters.properties).toEqual({
      a: { anyOf: [{ $ref: '#/$defs/a' }], description: 'x' },
      b: { $ref: '#/$defs/a' },
      c: { $ref: '#/$defs/a', $comment: 'x' },
    });
    expect(gemini.rewrites).toEqual([
      { path: ['a'], keyword: '$ref', from: '#/$defs/a', to: 'anyOf', reason: 'Gemini takes nothing beside $ref' },
    ]);
    expect(formOf(given, 'openai', false).parameters).toBe(given);
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
