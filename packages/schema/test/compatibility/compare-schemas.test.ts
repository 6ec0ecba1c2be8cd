import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDefinitions } from '@haft/schema/compatibility';
import { validates, type JsonSchema } from '@haft/schema';
import { arbitrarySchema, arbitraryValue } from '../support/arbitrary-schema.js';

/** A schema and one that is like it: with a keyword more, less, or from another schema. */
const neighbours = fc
  .tuple(arbitrarySchema, arbitrarySchema, fc.nat(), fc.nat())
  .map(([before, other, remove, add]) => {
    if (typeof before === 'boolean' || typeof other === 'boolean') return [before, other] as const;
    const [own, foreign] = [Object.entries(before), Object.entries(other)];
    const kept = own.filter((_, index) => index !== remove % (own.length + 1));
    const after = Object.fromEntries([...kept, ...foreign.slice(add % (foreign.length + 1)).slice(0, 1)]) as JsonSchema;
    return [before, after] as const;
  });

describe('the comparison of any two schemas', () => {
  it('never calls a change compatible that refuses a value which was accepted [NEW-4]', () => {
    fc.assert(
      fc.property(neighbours, fc.array(arbitraryValue, { minLength: 5, maxLength: 10 }), ([before, after], values) => {
        const { breaking } = compareDefinitions(
          [{ name: 't', parameters: before }],
          [{ name: 't', parameters: after }],
        );
        if (breaking) return;
        for (const value of values) {
          if (validates(before, value))
            expect({ before, after, value, accepted: validates(after, value) }).toMatchObject({ accepted: true });
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('finds nothing between a schema and itself', () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const copy: typeof schema = structuredClone(schema);
        expect(
          compareDefinitions([{ name: 't', parameters: schema }], [{ name: 't', parameters: copy }]).changes,
        ).toEqual([]);
      }),
    );
  });
});
