import type { JsonSchemaObject } from '../../json-schema.js';
import { KIND } from '../../values/json-kind.js';
import type { FitClaim } from './fit-claim.js';
import { kindsIn } from './fit-document.js';
import { isRangeWithin, rangeOf } from './number-range.js';

/** The proofs for keywords of strings and numbers. Equal patterns and formats need no proof. */
export const SCALAR_CLAIMS: readonly FitClaim[] = [
  { keywords: ['minLength'], proves: (result, { minLength = 0 }) => (result.minLength ?? 0) >= minLength },
  {
    keywords: ['maxLength'],
    proves: (result, { maxLength = Infinity }) => (result.maxLength ?? Infinity) <= maxLength,
  },
  { keywords: ['pattern'], proves: () => false },
  { keywords: ['format'], proves: () => false },
  { keywords: ['contentEncoding'], proves: () => false },
  {
    keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    proves: (result, parameter) =>
      isRangeWithin(rangeOf(result, hasOnlyIntegers(result)), rangeOf(parameter, hasOnlyIntegers(result))),
  },
  {
    keywords: ['multipleOf'],
    proves: (result, { multipleOf = 1 }) => {
      const divisors = [result.multipleOf, hasOnlyIntegers(result) ? 1 : undefined];
      return divisors.some((one) => one !== undefined && one % multipleOf === 0);
    },
  },
];

function hasOnlyIntegers(schema: JsonSchemaObject): boolean {
  return (kindsIn(schema) & KIND.fraction) === 0;
}
