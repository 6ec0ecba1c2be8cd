import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset, type AnyTool } from '../../src/index.js';

/** No backtracking engine would ever answer for these. */
const LONG = `${'a'.repeat(10_000)}!`;

/** Patterns that take too many steps for {@link MIXED}, and match no text of `a` and `b`. */
const COSTLY = Array.from({ length: 40 }, (_, i) => ({ pattern: `^(?:a|b)*a[ab]{${100 + i}}[^ab]` }));
const MIXED = Array.from({ length: 10_000 }, (_, i) => (Math.sin(i * i) < 0 ? 'a' : 'b')).join('');

const SCHEMAS: readonly (readonly [string, Record<string, unknown>, unknown])[] = [
  ['pattern', { properties: { text: { type: 'string', pattern: '^(a+)+$' } } }, { text: LONG }],
  [
    'pattern beside maxLength',
    { properties: { text: { type: 'string', pattern: '^(a|a)*$', maxLength: 20_000 } } },
    { text: LONG },
  ],
  [
    'patternProperties',
    { patternProperties: { '^(a+)+$': false }, properties: { b: { const: 1 } } },
    { [LONG]: 1, b: 2 },
  ],
  ['propertyNames', { propertyNames: { pattern: '^(.*a){12}$' } }, { [LONG]: 1 }],
  [
    'dependentSchemas',
    { dependentSchemas: { b: { properties: { text: { pattern: '^(a+)+$' } } } } },
    { b: 1, text: LONG },
  ],
  ['unevaluatedProperties', { unevaluatedProperties: { pattern: '^(a+)+$' } }, { text: LONG }],
];

const toolOf = (schema: Record<string, unknown>): AnyTool =>
  defineTool({
    name: 'take',
    description: 'Takes.',
    parameters: { type: 'object', ...schema },
    execute: () => 'taken',
  });

describe('regular expressions of schemas that are given at run time', () => {
  it.each(SCHEMAS)('answer for any text, under %s', async (_keyword, schema, args) => {
    const runtime = await createRuntime({ toolsets: toolset('test', [toolOf(schema)]) });
    const run = await runtime.startRun();
    const outcomes = await Promise.all(
      [1, 2].map((id) => run.call({ id: String(id), name: 'take', arguments: args as object })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['retry', 'retry']);
  });

  it('answer for 48 patterns and 10,000 characters', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 48 }, (_, i) => [`p${i}`, { type: 'string', pattern: `^(a+)+${'b'.repeat(i)}$` }]),
    );
    const runtime = await createRuntime({ toolsets: toolset('test', [toolOf({ properties })]) });
    const run = await runtime.startRun();
    const args = Object.fromEntries(Object.keys(properties).map((name) => [name, LONG]));
    expect((await run.call({ id: '1', name: 'take', arguments: args })).status).toBe('retry');
  });

  it.each([
    ['not', { properties: { text: { not: { anyOf: COSTLY } } } }],
    ['dependentSchemas', { dependentSchemas: { text: { properties: { text: { not: { anyOf: COSTLY } } } } } }],
  ])('ask for a shorter string where they would take too many steps, under %s', async (_keyword, schema) => {
    const runtime = await createRuntime({ toolsets: toolset('test', [toolOf(schema)]) });
    const run = await runtime.startRun();
    expect((await run.call({ id: '1', name: 'take', arguments: { text: 'short' } })).status).toBe('success');
    const outcome = await run.call({ id: '2', name: 'take', arguments: { text: MIXED } });
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ rule: 'pattern' }] });
    expect(outcome.text).toMatch(
      /expected (?:a )?shorter strings?, because th(?:is one takes|ese take) too long to check/,
    );
    expect((await run.call({ id: '3', name: 'take', arguments: { text: 'short' } })).status).toBe('success');
  });

  it.each([
    [
      { properties: { text: { pattern: '^(a)\\1+$' } } },
      '#/properties/text has the pattern "^(a)\\\\1+$", which has a backreference',
    ],
    [{ patternProperties: { '(?<=a)b': {} } }, '#/patternProperties has the pattern "(?<=a)b", which has a lookbehind'],
    [{ unevaluatedProperties: { pattern: 'a(?!b)' } }, 'which has a lookahead after its beginning'],
    [{ properties: { text: { $ref: '#/x/text' } }, x: { text: { pattern: '^(a)\\1+$' } } }, '#/x/text has the pattern'],
  ])('are refused with their place when no engine can run them in linear time: %j', (schema, message) => {
    expect(() => toolOf(schema)).toThrow(message);
  });
});
