import type { JsonSchemaObject } from '../../json-schema.js';
import { ownEntry } from '../../values/own-entry.js';
import type { FitClaim } from './fit-claim.js';
import type { FitProof } from './fit-proof.js';
import { nameRulesOf, type NameRules } from './names-of.js';

/** The proofs for keywords of objects. */
export const OBJECT_CLAIMS: readonly FitClaim[] = [
  {
    keywords: ['required'],
    proves: (result, { required = [] }, proof) => {
      const certain = new Set(result.required);
      return proof.spend(required.length + certain.size) && required.every((name) => certain.has(name));
    },
  },
  {
    keywords: ['minProperties'],
    proves: (result, { minProperties = 0 }) =>
      Math.max(result.minProperties ?? 0, new Set(result.required).size) >= minProperties,
  },
  {
    keywords: ['maxProperties'],
    proves: (result, { maxProperties = Infinity }) => mostProperties(result) <= maxProperties,
  },
  { keywords: ['dependentRequired'], proves: meetsDependencies },
  { keywords: ['propertyNames'], proves: namesFit },
  { keywords: ['properties', 'patternProperties', 'additionalProperties'], proves: propertiesFit },
];

/** Returns the largest number of properties of an object. */
export function mostProperties({
  maxProperties = Infinity,
  properties = {},
  patternProperties,
  additionalProperties,
}: JsonSchemaObject): number {
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return isClosed ? Math.min(maxProperties, Object.keys(properties).length) : maxProperties;
}

function meetsDependencies(
  result: JsonSchemaObject,
  { dependentRequired = {} }: JsonSchemaObject,
  proof: FitProof,
): boolean {
  const certain = new Set(result.required);
  return Object.entries(dependentRequired).every(([name, others]) => {
    const known = new Set([...certain, ...(ownEntry(result.dependentRequired, name) ?? [])]);
    return proof.spend(others.length + known.size) && others.every((other) => known.has(other));
  });
}

function namesFit(result: JsonSchemaObject, { propertyNames = true }: JsonSchemaObject, proof: FitProof): boolean {
  const { properties = {}, patternProperties, additionalProperties } = result;
  const declared = Object.keys(properties);
  if (!proof.spend(declared.length * proof.parameter.weightOf(propertyNames))) return false;
  if (!declared.every((name) => proof.parameter.accepts(propertyNames, name))) return false;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  const { propertyNames: rule } = result;
  if (isClosed || rule === undefined) return isClosed;
  const names = typeof rule === 'boolean' ? rule : ({ ...rule, type: 'string' } as const);
  return proof.alwaysInside(names, propertyNames);
}

/** Proves the schemas of properties: declared ones by name, the others together. */
function propertiesFit(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const [has, wants] = [nameRulesOf(result), nameRulesOf(parameter)];
  if (has === undefined || wants === undefined) return false;
  const declared = new Set([...Object.keys(has.declared), ...Object.keys(wants.declared)]);
  const patterns = 1 + has.byPattern.length + wants.byPattern.length;
  if (!proof.spend(declared.size * patterns)) return false;
  for (const name of declared) if (!propertyFits(name, has, wants, proof)) return false;
  // A name that neither side declares: any of these schemas may apply.
  return [...has.byPattern, has.others].every((one) =>
    [...wants.byPattern, wants.others].every((other) => proof.alwaysInside(one, other)),
  );
}

function propertyFits(name: string, has: NameRules, wants: NameRules, proof: FitProof): boolean {
  const [results, parameters] = [has.schemasFor(name), wants.schemasFor(name)];
  if (results === undefined || parameters === undefined) return false;
  return parameters.every((other) => results.some((one) => proof.alwaysInside(one, other)));
}
