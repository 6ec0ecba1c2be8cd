import type { JsonSchema } from '../../json-schema.js';
import { sameJson } from '../../values/same-json.js';
import { FitProof } from './fit-proof.js';

/**
 * The answer of {@link fits}. `always`: every value of the result is valid for the parameter.
 * `never`: none is. `perhaps`: it depends on the value, or neither is provable.
 */
export type Fit = 'always' | 'perhaps' | 'never';

/** The documents of `#/...` references. Default: the schemas themselves. */
export interface FitRoots {
  /** The document that contains the result schema. */
  readonly result?: JsonSchema | undefined;
  /** The document that contains the parameter schema. */
  readonly parameter?: JsonSchema | undefined;
}

/**
 * Returns whether the values of a result schema are valid for a parameter schema, before you know
 * the value. Takes a bounded number of steps, and returns `perhaps` if a proof needs more.
 *
 * @param result - the schema of the value
 * @param parameter - the schema of the place that gets the value
 * @param roots - the documents of references, if the schemas are parts of larger ones
 * @example fits({ type: 'integer', minimum: 1 }, { type: 'number', exclusiveMinimum: 0 }) // 'always'
 */
export function fits(result: JsonSchema, parameter: JsonSchema, roots: FitRoots = {}): Fit {
  const { result: resultRoot = result, parameter: parameterRoot = parameter } = roots;
  if (sameJson(result, parameter) && sameJson(resultRoot, parameterRoot)) return 'always';
  if (new FitProof(resultRoot, parameterRoot).always(result, parameter)) return 'always';
  // Another proof, so that the steps of the first one do not count.
  return new FitProof(resultRoot, parameterRoot).never(result, parameter) ? 'never' : 'perhaps';
}
