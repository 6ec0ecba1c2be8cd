import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { targetOf } from '../../references/target-of.js';
import type { FitClaim } from './fit-claim.js';
import { kindsIn } from './fit-document.js';
import type { FitProof } from './fit-proof.js';

/** The proofs for keywords that check values of all kinds. */
export const SCHEMA_CLAIMS: readonly FitClaim[] = [
  { keywords: ['type'], proves: (result, parameter) => (kindsIn(result) & ~kindsIn(parameter)) === 0 },
  // The values of the result are not known here.
  { keywords: ['const', 'enum'], proves: () => false },
  {
    keywords: ['$ref'],
    proves: (result, parameter, proof) => {
      const target = targetOf(parameter, (reference) => proof.parameter.resolve(reference));
      return target !== undefined && proof.always(result, target);
    },
  },
  {
    keywords: ['allOf'],
    proves: (result, { allOf = [] }, proof) => allOf.every((one) => proof.always(result, one)),
  },
  {
    keywords: ['anyOf'],
    proves: (result, { anyOf = [] }, proof) => anyOf.some((one) => proof.always(result, one)),
  },
  { keywords: ['oneOf'], proves: (result, { oneOf = [] }, proof) => hasExactlyOne(result, oneOf, proof) },
  { keywords: ['not'], proves: (result, { not = false }, proof) => proof.never(result, not) },
  { keywords: ['if', 'then', 'else'], proves: meetsCondition },
];

function hasExactlyOne(result: JsonSchemaObject, branches: readonly JsonSchema[], proof: FitProof): boolean {
  const fitting = branches.find((one) => proof.always(result, one));
  return fitting !== undefined && branches.every((one) => one === fitting || proof.never(result, one));
}

function meetsCondition(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const { if: test, then = true, else: otherwise = true } = parameter;
  if (test === undefined) return true;
  const [first, second] = [() => proof.always(result, then), () => proof.always(result, otherwise)];
  if (first() && second()) return true;
  return (first() && proof.always(result, test)) || (second() && proof.never(result, test));
}
