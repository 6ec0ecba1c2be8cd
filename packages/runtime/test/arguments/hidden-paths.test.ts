import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { hidesValue } from '@haft/schema/internal';
import { formatAnnotated, parseArguments } from '@haft/arguments';
import { DEFAULT_ARGUMENT_LIMITS } from '@haft/arguments/internal';
import { declaredHiddenPaths, hiddenPaths } from '@haft/arguments/lazy';
import type { RunEvent } from '../../src/events/run-event.js';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import { defineTool, toolset } from '@haft/compose';
import { argumentCheck } from '../../../arguments/test/support/argument-check.js';
import { quietLogger } from '../support/quiet-logger.js';

const NAMES = new Set(['password', 'api_key', 'x-token']);
const secret: JsonSchemaObject = { type: 'object', properties: { Password: { type: 'string', minLength: 20 } } };

function pathsIn(schema: JsonSchemaObject): readonly (readonly (string | number)[])[] {
  return declaredHiddenPaths(argumentCheck(schema), NAMES);
}

describe('hiddenPaths', () => {
  const ways: readonly (readonly [how: string, schema: JsonSchemaObject, path: readonly string[]])[] = [
    ['a definition', { properties: { a: { $ref: '#/$defs/S' } }, $defs: { S: secret } }, ['a', 'Password']],
    ['an escaped pointer', { properties: { a: { $ref: '#/$defs/S~1~0%20' } }, $defs: { 'S/~ ': secret } }, ['a']],
    [
      'definitions of draft 7',
      { properties: { a: { $ref: '#/definitions/S' } }, definitions: { S: secret } } as JsonSchemaObject,
      ['a'],
    ],
    ['a property', { properties: { a: { $ref: '#/properties/b' }, b: secret } }, ['a', 'Password']],
    [
      'an anchor',
      { properties: { a: { $ref: '#s' } }, $defs: { S: { $anchor: 's', ...secret } } } as JsonSchemaObject,
      ['a'],
    ],
    ['a pattern', { patternProperties: { '^a': secret } }, ['a', 'Password']],
    ['a pattern that takes the name', { patternProperties: { '^x-[a-z]+$': { type: 'number' } } }, ['X-Token']],
    ['other properties', { additionalProperties: secret }, ['a', 'Password']],
    ['unevaluated properties', { unevaluatedProperties: secret } as JsonSchemaObject, ['a', 'Password']],
    ['a list', { properties: { a: { items: secret } } }, ['a', '0', 'Password']],
    ['a position', { properties: { a: { prefixItems: [{}, secret] } } }, ['a', '1', 'Password']],
    ['contains', { properties: { a: { contains: secret } } }, ['a', '1', 'Password']],
    ['then', { if: {}, then: secret }, ['Password']],
    ['else', { if: {}, else: { properties: { a: secret } } }, ['a', 'Password']],
    ['not', { not: secret }, ['Password']],
    ['allOf', { allOf: [{ properties: { a: { anyOf: [{ oneOf: [secret] }] } } }] }, ['a', 'Password']],
    ['dependentSchemas', { dependentSchemas: { a: secret } } as JsonSchemaObject, ['Password']],
    ['keywords beside a reference', { properties: { a: { $ref: '#/$defs/N', ...secret } }, $defs: { N: {} } }, ['a']],
  ];

  it.each(ways)('follows %s', (_how, schema, path) => {
    const paths = hiddenPaths(argumentCheck(schema), NAMES);
    expect(hidesValue(paths, path, 'hunter2')).toBe(true);
    expect(hidesValue(paths, ['open'], {})).toBe(false);
  });

  it('hides all properties next to a pattern that spells a name out', () => {
    expect(pathsIn({ patternProperties: { '^API_KEY_\\d$': { type: 'number' } } })).toEqual([['*']]);
  });

  it('hides nothing of a recursive pattern that a name happens to match', () => {
    expect(pathsIn({ type: 'object', patternProperties: { '^[ap]': { $ref: '#' } } })).toEqual([]);
  });

  it('hides all that is inside of a type once more, where the type holds a secret', () => {
    const schema: JsonSchemaObject = { type: 'object', properties: { password: {}, child: { $ref: '#' }, n: {} } };
    const paths = pathsIn(schema);
    expect(paths).toEqual(expect.arrayContaining([['password'], ['child']]));
    expect(hidesValue(paths, ['n'], 1)).toBe(false);
  });

  it('hides nothing of a recursive type without a secret', () => {
    expect(pathsIn({ type: 'object', properties: { child: { $ref: '#' }, n: {} } })).toEqual([]);
  });

  it('hides everything where references make too many places', () => {
    const links = Array.from({ length: 20 }, (_, i): [string, JsonSchema] => {
      const next = { $ref: `#/$defs/L${i + 1}` };
      return [`L${i}`, { properties: { a: next, b: next } }];
    });
    expect(pathsIn({ $ref: '#/$defs/L0', $defs: { ...Object.fromEntries(links), L20: secret } })).toEqual([[]]);
    expect(pathsIn({ $ref: '#/$defs/L0', $defs: { ...Object.fromEntries(links), L20: {} } })).toEqual([]);
  });
});

const CANARY = 'hunter2';
const SECRET = { password: CANARY };

/** Adds a password to every object of a schema, in one of many ways. */
const withPassword = (schema: JsonSchemaObject, how: number): JsonSchemaObject => {
  const leaf: JsonSchema = { type: 'string', minLength: 20 };
  const declared: JsonSchemaObject = { properties: { password: leaf } };
  const ways: readonly JsonSchemaObject[] = [
    { ...schema, properties: { ...schema.properties, password: leaf } },
    { ...schema, allOf: [declared] },
    { ...schema, anyOf: [declared, { type: 'object', required: ['never'] }] },
    { ...schema, if: true, then: declared },
    { ...schema, if: false, else: declared },
    { ...schema, not: { properties: { password: { type: 'integer' } } } },
    { ...schema, $ref: '#/$defs/with~1password' },
    { ...schema, $ref: '#password' },
    { ...schema, patternProperties: { '^pass': leaf } },
    // The name is a key of a map, or an unknown name.
    { ...schema, additionalProperties: leaf },
    schema,
  ];
  return ways[how % ways.length] ?? schema;
};

const keys = fc.constantFrom('a', 'b', 'p1', 'x1');
const someSchema = fc.letrec<{ schema: JsonSchema; object: JsonSchemaObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonSchema>({ type: 'integer' }, { type: 'string', maxLength: 1 }, { enum: ['x', 1] }, true),
    fc
      .constantFrom('#', '#/$defs/N0', '#/$defs/N1', '#/%24defs/N2', '#n0', '#/$defs/with~1password')
      .map((ref): JsonSchema => ({ $ref: ref })),
    tie('object'),
    tie('schema').map((items): JsonSchema => ({ type: 'array', items })),
    tie('schema').map((one): JsonSchema => ({ type: 'array', prefixItems: [{ type: 'integer' }, one] })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf): JsonSchema => ({ oneOf })),
  ),
  object: fc
    .record({
      properties: fc.dictionary(keys, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(keys, { maxLength: 2 }),
      additionalProperties: fc.option(fc.oneof(fc.constant(false), tie('schema')), { nil: true }),
      patternProperties: fc.dictionary(fc.constantFrom('^p1', '^x'), tie('schema'), {
        maxKeys: 1,
        noNullPrototype: true,
      }),
      how: fc.nat(21),
    })
    .map(({ how, ...one }) => withPassword({ type: 'object', ...one }, how)),
}));
const someRoot = fc
  .tuple(someSchema.object, someSchema.object, someSchema.schema, someSchema.object)
  .map(([root, n0, n1, n2]) => {
    const holder = { type: 'object', properties: { password: { type: 'string', minLength: 20 } } };
    const $defs = {
      N0: { $anchor: 'n0', ...n0 },
      N1: { anyOf: [n1] },
      N2: n2,
      'with/password': holder,
      again: { $anchor: 'password', ...holder },
    };
    return { ...root, $defs } as JsonSchemaObject;
  });
const someValue = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(1, 'x', 'long', null, true),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  object: fc
    .tuple(
      fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      fc.constantFrom<unknown>(undefined, CANARY, [CANARY], { inner: CANARY, [CANARY]: 1 }),
    )
    .map(([one, password]) => (password === undefined ? one : { ...one, password })),
}));

describe('a secret under a name that no schema declares', () => {
  const wrong: readonly (readonly [place: string, schema: JsonSchemaObject, value: object])[] = [
    ['a key of a map', { properties: { headers: { additionalProperties: { type: 'number' } } } }, { headers: SECRET }],
    [
      'a text for a map',
      { properties: { headers: { type: 'object', additionalProperties: { type: 'number' } } } },
      { headers: JSON.stringify(SECRET) },
    ],
    ['a query for an object', { properties: { query: { type: 'object' } } }, { query: `user=a&password=${CANARY}` }],
    ['an unknown name', { additionalProperties: false }, SECRET],
    ['an open value', { properties: { any: { not: { type: 'object' } } } }, { any: SECRET }],
    ['an item', { properties: { all: { items: { additionalProperties: false } } } }, { all: [SECRET] }],
  ];

  it.each(wrong)('is hidden as %s', (_place, schema, value) => {
    const check = argumentCheck({ type: 'object', properties: {}, ...schema });
    const limits = { ...DEFAULT_ARGUMENT_LIMITS, secretNames: NAMES };
    for (const sent of [value, JSON.stringify(value)]) {
      const { refusal } = parseArguments(check, sent, limits);
      if (refusal === undefined) throw new Error('The arguments must be refused.');
      const prompt = formatAnnotated({ tool: 'x', refusal, sent, sensitive: hiddenPaths(check, NAMES) });
      expect(JSON.stringify([refusal, prompt])).not.toContain(CANARY);
    }
  });

  it('leaves the other values of the tool visible', () => {
    const check = argumentCheck({ type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false });
    const limits = { ...DEFAULT_ARGUMENT_LIMITS, secretNames: NAMES };
    const { refusal } = parseArguments(check, { n: 'password', other: 'seen', password: CANARY }, limits);
    const received = refusal?.issues.map((issue) => [issue.path, issue.received]);
    expect(received).toEqual(
      expect.arrayContaining([
        [['n'], '"password"'],
        [['other'], '"seen"'],
        [['password'], '(hidden)'],
      ]),
    );
  });

  it('is not shown by repairs', () => {
    const check = argumentCheck({ type: 'object', properties: { h: { additionalProperties: { type: 'integer' } } } });
    const limits = { ...DEFAULT_ARGUMENT_LIMITS, secretNames: NAMES };
    const { repairs } = parseArguments(check, `Here: {"h": {"Password": "123456"}}`, limits);
    expect(repairs.map(({ kind, from }) => [kind, from])).toEqual([
      ['strip', '(hidden)'],
      ['coercion', '(hidden)'],
    ]);
  });
});

describe('a secret of a schema with references', () => {
  it('is in no issue, no repair and no prompt', () => {
    let refused = 0;
    const limits = { ...DEFAULT_ARGUMENT_LIMITS, repair: 'all' as const, secretNames: NAMES };
    fc.assert(
      fc.property(someRoot, someValue.object, fc.nat(3), (schema, value, how) => {
        const text = JSON.stringify(value);
        const sent = [value, text, JSON.stringify(text), `Sure: ${text.slice(0, -1)},`][how];
        const check = argumentCheck(schema);
        const outcome = parseArguments(check, sent, limits);
        const shown: unknown[] = [outcome.repairs, outcome.refusal ?? {}];
        if (outcome.refusal !== undefined) {
          refused++;
          const sensitive = hiddenPaths(check, NAMES);
          shown.push(formatAnnotated({ tool: 'x', refusal: outcome.refusal, sent, repeated: undefined, sensitive }));
        }
        expect(JSON.stringify(shown)).not.toContain(CANARY);
      }),
      { numRuns: 800 },
    );
    expect(refused).toBeGreaterThan(80);
  });

  it('is in no prompt and no event of a call', async () => {
    await fc.assert(
      fc.asyncProperty(someRoot, someValue.object, async (schema, value) => {
        const parameters = schema as JsonSchemaObject & { readonly type: 'object' };
        const tool = defineTool({ name: 'x', description: 'X.', parameters, execute: () => 'done' });
        const runtime = createRuntime({ toolsets: toolset('test', [tool]), observe: { logger: quietLogger() } });
        const events: RunEvent[] = [];
        const run = runtime.startRun({ onEvent: (event) => void events.push(event) });
        const outcomes = [
          await run.call({ id: '1', name: 'x', arguments: value }),
          await run.call({ id: '2', name: 'x', arguments: JSON.stringify(value) }),
        ];
        const texts = outcomes.map(({ status, text, repairs }) => ({ status, text, repairs }));
        expect(JSON.stringify([texts, events])).not.toContain(CANARY);
      }),
      { numRuns: 100 },
    );
  });
});
