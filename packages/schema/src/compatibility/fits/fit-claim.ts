import type { JsonSchemaObject } from '../../json-schema.js';
import type { FitProof } from './fit-proof.js';

/** A proof for keywords that belong together. */
export interface FitClaim {
  /** The keywords of the parameter, which check the same types of values. */
  readonly keywords: readonly string[];
  /** Returns whether the keywords of the parameter provably accept every value of the result. */
  readonly proves: (result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof) => boolean;
}
