import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { KIND } from '../../values/json-kind.js';
import { itemAt, mostItems } from './array-claims.js';
import { type FitDocument, kindsIn, valuesIn } from './fit-document.js';
import type { FitProof } from './fit-proof.js';
import { nameRulesOf } from './names-of.js';
import { areRangesApart, rangeOf } from './number-range.js';
import { mostProperties } from './object-claims.js';

/** Returns whether two views provably share no value. */
export function neverFits(resultView: JsonSchema, parameterView: JsonSchema, proof: FitProof): boolean {
  const [result, parameter] = [resultView, parameterView].map((one) => (typeof one === 'object' ? one : {})) as [
    JsonSchemaObject,
    JsonSchemaObject,
  ];
  const shared = kindsIn(result) & kindsIn(parameter);
  if (APART.every(({ kinds, areApart }) => (shared & kinds) === 0 || areApart(result, parameter, proof))) return true;
  if (refusesValues(proof.result, result, { refusing: proof.parameter, by: parameter }, proof)) return true;
  if (refusesValues(proof.parameter, parameter, { refusing: proof.result, by: result }, proof)) return true;
  if (parameter.not !== undefined && proof.always(result, parameter.not)) return true;
  return haveApartParts(result, parameter, proof);
}

/** Returns whether a side lists its values, and the other side accepts none of them. */
function refusesValues(
  document: FitDocument,
  view: JsonSchemaObject,
  { refusing, by }: { readonly refusing: FitDocument; readonly by: JsonSchemaObject },
  proof: FitProof,
): boolean {
  const listed = valuesIn(view);
  if (listed === undefined || !proof.spend(listed.length * (document.weightOf(view) + refusing.weightOf(by))))
    return false;
  const isShared = (value: JsonValue): boolean => document.accepts(view, value) && refusing.accepts(by, value);
  return listed.length > 0 && !listed.some(isShared);
}

/** Looks for the proof in the branches of unions and in the parts of `allOf`. */
function haveApartParts(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  if (result.allOf?.some((one) => proof.never(one, parameter)) === true) return true;
  if (parameter.allOf?.some((one) => proof.never(result, one)) === true) return true;
  return (
    [result.anyOf, result.oneOf].some((union) => union?.every((one) => proof.never(one, parameter)) === true) ||
    [parameter.anyOf, parameter.oneOf].some((union) => union?.every((one) => proof.never(result, one)) === true)
  );
}

interface Apart {
  readonly kinds: number;
  /** Returns whether two views provably share no value of these kinds. */
  readonly areApart: (result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof) => boolean;
}

const APART: readonly Apart[] = [
  { kinds: KIND.boolean | KIND.null, areApart: () => false },
  {
    kinds: KIND.string,
    areApart: (result, parameter) => {
      const least = Math.max(result.minLength ?? 0, parameter.minLength ?? 0);
      return least > Math.min(result.maxLength ?? Infinity, parameter.maxLength ?? Infinity);
    },
  },
  {
    kinds: KIND.integer | KIND.fraction,
    areApart: (result, parameter) => {
      const isWhole = (kindsIn(result) & kindsIn(parameter) & KIND.fraction) === 0;
      return areRangesApart(rangeOf(result, isWhole), rangeOf(parameter, isWhole));
    },
  },
  { kinds: KIND.array, areApart: areArraysApart },
  { kinds: KIND.object, areApart: areObjectsApart },
];

function areArraysApart(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const least = Math.max(result.minItems ?? 0, parameter.minItems ?? 0);
  if (least > Math.min(mostItems(result), mostItems(parameter))) return true;
  const listed = Math.max(result.prefixItems?.length ?? 0, parameter.prefixItems?.length ?? 0);
  // Only an item that every array has can tell two types of arrays apart.
  for (let position = 0; position <= listed && position < least; position++) {
    if (proof.neverInside(itemAt(result, position), itemAt(parameter, position))) return true;
  }
  return false;
}

function areObjectsApart(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const required = new Set([...(result.required ?? []), ...(parameter.required ?? [])]);
  const least = Math.max(result.minProperties ?? 0, parameter.minProperties ?? 0, required.size);
  if (least > Math.min(mostProperties(result), mostProperties(parameter))) return true;
  const [has, wants] = [nameRulesOf(result), nameRulesOf(parameter)];
  if (has === undefined || wants === undefined) return false;
  if (!proof.spend(required.size * (1 + has.byPattern.length + wants.byPattern.length))) return false;
  for (const name of required) {
    const [results, parameters] = [has.schemasFor(name) ?? [], wants.schemasFor(name) ?? []];
    if (results.some((one) => parameters.some((other) => proof.neverInside(one, other)))) return true;
  }
  return false;
}
