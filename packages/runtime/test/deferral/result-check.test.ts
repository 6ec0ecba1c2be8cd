import type { JsonSchemaObject } from '@haft/schema';
import { resultCheck } from '../../src/call/deferral/result-check.js';

/** Returns whether the check accepts a result. */
function accepts(schema: JsonSchemaObject, result: unknown): boolean {
  const { check, wrap } = resultCheck(schema);
  return check.read(wrap(result as never)) !== undefined;
}

describe('the check of a result', () => {
  it('follows references to the root and to definitions', () => {
    const tree: JsonSchemaObject = {
      type: 'object',
      properties: { name: { $ref: '#/$defs/name' }, parts: { type: 'array', items: { $ref: '#' } } },
      $defs: { name: { type: 'string' } },
    };
    expect(accepts(tree, { name: 'a', parts: [{ name: 'b' }] })).toBe(true);
    expect(accepts(tree, { name: 'a', parts: [{ name: 1 }] })).toBe(false);
  });

  it.each(['default', 'const', 'enum', 'examples', '$ref'])('follows references in a property named %s', (name) => {
    const chain: JsonSchemaObject = { type: 'object', properties: { [name]: { $ref: '#' } } };
    expect(accepts(chain, { [name]: { [name]: {} } })).toBe(true);
    expect(accepts(chain, { [name]: { [name]: 1 } })).toBe(false);
  });

  it('leaves data unchanged that looks like a reference', () => {
    const schema: JsonSchemaObject = { const: { $ref: '#/a' } };
    expect(accepts(schema, { $ref: '#/a' })).toBe(true);
    expect(accepts(schema, { $ref: '#/properties/result/a' })).toBe(false);
  });
});
