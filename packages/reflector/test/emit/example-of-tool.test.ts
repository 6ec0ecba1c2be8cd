import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import { exampleOfTool } from '../../src/emit/example-of-tool.js';

const IMPOSSIBLE = { type: 'string', pattern: '^(?=a)(?=b)x$' } as const;

function errorOf(properties: Readonly<Record<string, JsonSchemaObject>>, $defs = {}): string {
  const schema = { type: 'object', properties, required: Object.keys(properties), $defs } as const;
  try {
    return JSON.stringify(exampleOfTool({ examples: [], arguments: { schema, revivals: [] } as never }));
  } catch (error) {
    return String(error);
  }
}

describe('a tool without an example', () => {
  it.each([
    ['code', { code: IMPOSSIBLE }],
    [
      'order.code',
      { id: { type: 'string' }, order: { type: 'object', properties: { code: IMPOSSIBLE }, required: ['code'] } },
    ],
    ['codes[0]', { codes: { type: 'array', items: IMPOSSIBLE, minItems: 1 } }],
    ['order.code', { order: { $ref: '#/$defs/order' } }],
  ] as const)('names the innermost place: %s', (place, properties) => {
    const order = { type: 'object', properties: { code: IMPOSSIBLE }, required: ['code'] };
    expect(errorOf(properties, { order })).toBe(`EmitError: Haft found no example of '${place}'`);
  });

  it('ends in a recursive type', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] };
    expect(errorOf({ node: { $ref: '#/$defs/node' } }, { node })).toMatch(
      /^EmitError: Haft found no example of 'node\.next/,
    );
  });
});
