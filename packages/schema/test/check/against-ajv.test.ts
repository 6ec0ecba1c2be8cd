import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectIssues, validates } from '../../src/index.js';
import { describeReceived } from '../../src/internal.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { arbitrarySchema, arbitraryValue } from '../support/arbitrary-schema.js';

describe('the collector against ajv', () => {
  it('accepts the same values as ajv', () => {
    fc.assert(
      fc.property(arbitrarySchema, arbitraryValue, (schema, value) => {
        expect(validates(schema, value)).toBe(ajvAccepts(schema, value));
      }),
      { numRuns: 300 },
    );
  });

  it('finds an issue exactly where the value does not fit, one for each place', () => {
    fc.assert(
      fc.property(arbitrarySchema, arbitraryValue, (schema, value) => {
        const issues = collectIssues(schema, value);
        expect(issues.length === 0).toBe(validates(schema, value));
        expect(new Set(issues.map(({ path }) => JSON.stringify(path))).size).toBe(issues.length);
        for (const { expected, received } of issues) {
          expect(expected).not.toBe('');
          expect(received.length).toBeLessThanOrEqual(80);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('prints any value in at most 80 characters and one line', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ unit: 'binary', maxLength: 300 }), (value, text) => {
        for (const one of [describeReceived(value), describeReceived(text)]) {
          expect(one.length).toBeLessThanOrEqual(80);
          expect(one).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
          expect(one.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
