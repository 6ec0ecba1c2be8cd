import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { FOREIGN_KEYWORDS } from '../../keywords/foreign.js';
import { keywordOf } from '../../keywords/keyword-of.js';
import { keywordTable } from '../../keywords/table.js';
import { kindsOf } from '../../values/json-kind.js';
import { ownEntry } from '../../values/own-entry.js';
import { sameJson } from '../../values/same-json.js';
import { saysNothing } from '../compare-texts.js';
import { ARRAY_CLAIMS } from './array-claims.js';
import type { FitClaim } from './fit-claim.js';
import { kindsIn, valuesIn } from './fit-document.js';
import type { FitProof } from './fit-proof.js';
import { OBJECT_CLAIMS } from './object-claims.js';
import { SCALAR_CLAIMS } from './scalar-claims.js';
import { SCHEMA_CLAIMS } from './schema-claims.js';

/** Returns whether every value of a view is provably valid for a schema. */
export function alwaysFits(view: JsonSchema, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const result = typeof view === 'object' ? view : {};
  const listed = valuesIn(result);
  if (listed !== undefined) {
    if (!proof.spend(listed.length * (proof.parameter.weightOf(parameter) + proof.result.weightOf(result))))
      return false;
    const values = listed.filter((value) => proof.result.accepts(result, value));
    return values.length > 0 && values.every((value) => proof.parameter.accepts(parameter, value));
  }
  if (keywordsFit(result, parameter, proof)) return true;
  return proof.result.piecesOf(result)?.every((piece) => proof.always(piece, parameter)) === true;
}

/** Returns whether each keyword of the parameter provably accepts every value of the result. */
function keywordsFit(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  // A value is valid for each of these, so one proof is enough.
  const results = [result, ...(result.allOf ?? []).filter((one) => typeof one === 'object')];
  const names = new Set(Object.keys(parameter));
  for (const claim of CLAIMS) {
    const own = claim.keywords.filter((name) => names.delete(name));
    if (own.length > 0 && !results.some((one) => claimHolds(claim, one, parameter, proof))) return false;
  }
  return [...names].every(
    (name) => checksNothing(name) || results.some((one) => areSame([name], one, parameter, proof)),
  );
}

const CLAIMS: readonly FitClaim[] = [...SCHEMA_CLAIMS, ...SCALAR_CLAIMS, ...OBJECT_CLAIMS, ...ARRAY_CLAIMS];

function claimHolds(
  { keywords, proves }: FitClaim,
  result: JsonSchemaObject,
  parameter: JsonSchemaObject,
  proof: FitProof,
): boolean {
  const [types] = keywords.map((name) => keywordOf(name)?.types);
  if (types !== undefined && (kindsIn(result) & kindsOf(types)) === 0) return true;
  return proves(result, parameter, proof) || areSame(keywords, result, parameter, proof);
}

/** Returns whether keywords are the same on both sides, and mean the same in any document. */
function areSame(
  keywords: readonly string[],
  result: JsonSchemaObject,
  parameter: JsonSchemaObject,
  proof: FitProof,
): boolean {
  if (!proof.spend(proof.parameter.weightOf(parameter))) return false;
  return keywords.every((name) => {
    const [one, other] = [result, parameter].map((schema) => (schema as Readonly<Record<string, unknown>>)[name]);
    if (!sameJson(one, other)) return false;
    return typeof one !== 'object' || !JSON.stringify(one).includes('"$ref"');
  });
}

/** Returns whether no checker of JSON Schema rejects a value because of a keyword. */
function checksNothing(name: string): boolean {
  if (saysNothing(name)) return true;
  if (Object.hasOwn(keywordTable(), name)) return false;
  return ownEntry(FOREIGN_KEYWORDS, name)?.schemas === undefined || name === 'definitions';
}
