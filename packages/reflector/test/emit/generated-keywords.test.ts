import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitrarySchema, IS_GENERATED } from '../support/arbitrary-schema.js';

describe('the generator of schemas', () => {
  it('writes each keyword that its table names, and no other', () => {
    const found = new Set<string>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inside] of Object.entries(value)) {
        if (!Array.isArray(value) && Object.hasOwn(IS_GENERATED, key)) found.add(key);
        visit(inside);
      }
    };
    for (const schema of fc.sample(arbitrarySchema, { numRuns: 3000, seed: 1 })) visit(schema);
    const named = Object.entries(IS_GENERATED).flatMap(([keyword, isGenerated]) => (isGenerated ? keyword : []));
    expect([...found].sort()).toEqual(named.sort());
  });
});
