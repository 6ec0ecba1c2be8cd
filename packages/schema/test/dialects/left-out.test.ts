import { describe, expect, it } from '@jest/globals';
import { createChecker } from '../../src/index.js';
import { toDialect } from '../../src/dialects/index.js';
import type { JsonSchema, JsonSchemaObject } from '../../src/json-schema.js';

const PROVIDERS = ['openai', 'anthropic', 'bedrock', 'gemini', 'gemini-json-schema'] as const;

function toolWith(parameter: JsonSchema): JsonSchemaObject {
  return { type: 'object', properties: { a: parameter }, required: ['a'], additionalProperties: false };
}

describe.each(PROVIDERS)('a definition for %s', (target) => {
  const partOf = (parameter: JsonSchema, strict?: boolean) => {
    const form = toDialect({ name: 'tool', parameters: toolWith(parameter), strict }, target);
    return { ...form, text: JSON.stringify(form.parameters.properties?.['a']) };
  };

  it.each<[JsonSchemaObject, string]>([
    [{ type: 'string', minLength: 1, maxLength: 4000 }, 'minLength maxLength'],
    [{ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 100 }, 'minItems maxItems'],
    [{ type: 'integer', minimum: 1 }, 'minimum'],
    [{ type: 'number', minimum: 0 }, 'minimum'],
    [{ type: 'boolean', default: false }, 'default'],
    [{ type: 'array', items: { type: 'string' }, default: [] }, 'default'],
  ])('leaves out limits that calls seldom break, and reports it: %j [SCH-14]', (parameter, left) => {
    for (const strict of [undefined, false]) {
      const { text, rewrites } = partOf(parameter, strict);
      for (const keyword of left.split(' ')) {
        expect(text).not.toContain(keyword);
        expect(rewrites).toContainEqual(
          expect.objectContaining({ path: ['a'], keyword, from: parameter[keyword as keyof JsonSchemaObject] }),
        );
      }
    }
  });

  it.each<JsonSchemaObject>([
    { type: 'string', minLength: 1, maxLength: 160 },
    { type: 'string', minLength: 2 },
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 8 },
    { type: 'integer', minimum: 1, maximum: 5 },
    { type: 'integer', maximum: 1_000_000 },
    { type: 'number', minimum: 1 },
    { type: 'integer', default: 10 },
    { type: 'boolean', default: true },
  ])('names limits that a model plans by: %j [SCH-14]', (parameter) => {
    const { text } = partOf(parameter);
    for (const keyword of Object.keys(parameter)) {
      if (!['type', 'items'].includes(keyword)) expect(text).toContain(keyword);
    }
  });

  it('stays strict without such a limit, and the check has it [SCH-14]', () => {
    const parameter = { type: 'string', minLength: 1, maxLength: 4000 } as const;
    const { strict, restore } = partOf(parameter);
    expect(strict).toBe(!target.startsWith('gemini'));
    const { value } = restore({ a: '' });
    expect(createChecker(toolWith(parameter)).validates(value)).toBe(false);
  });
});

it('a definition for MCP has all limits, because programs read it too [SCH-14]', () => {
  const parameters = toolWith({ type: 'string', minLength: 1, maxLength: 4000 });
  expect(toDialect({ name: 'tool', parameters }, 'mcp').parameters).toBe(parameters);
});

describe('a limit that is left out', () => {
  const far: JsonSchemaObject = { type: 'string', maxLength: 4000 };

  it.each<[string, JsonSchemaObject, readonly (string | number)[]]>([
    ['a property', { properties: { b: far } }, ['a', 'b']],
    ['other properties', { additionalProperties: far }, ['a', '*']],
    ['names', { propertyNames: far }, ['a', '*']],
    ['items', { items: far }, ['a', '*']],
    ['a position', { prefixItems: [far] }, ['a', 0]],
    ['a branch', { anyOf: [far] }, ['a']],
    ['an exception', { not: far }, ['a']],
    ['a definition', { $defs: { b: far } }, []],
    ['properties of a pattern', { patternProperties: { b: far } }, []],
    ['a dependency', { dependentSchemas: { b: far } } as JsonSchemaObject, []],
  ])('is reported at its place: in %s', (_, parameter, path) => {
    const { rewrites } = toDialect({ name: 'tool', parameters: toolWith(parameter), strict: false }, 'openai');
    expect(rewrites.map((one) => [one.keyword, one.path])).toEqual([['maxLength', path]]);
  });
});
