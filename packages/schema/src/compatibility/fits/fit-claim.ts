import type { JsonSchemaObject } from '../../json-schema.js';
import type { FitProof } from './fit-proof.js';

/** A proof for keywords that belong together. */
export interface FitClaim {
  /** The keywords of the parameter. */
  readonly keywords: readonly string[];
  /** The kinds of values that the keywords check, as bits of `KIND`. Unset for all kinds. */
  readonly kinds?: number;
  /** Returns whether the keywords of the parameter provably accept every value of the result. */
  readonly proves: (result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof) => boolean;
}
