/*
 * The functions that every start of an application needs, for the packages of Haft. They may change
 * in every release. This entry point is bundled alone, so that a start reads no check of a schema.
 */

export { isBelow, isSamePath, overlap } from './issues/same-path.js';
export { schemaFindings } from './meta/schema-findings.js';
export { followed } from './references/resolve.js';
export { mapSubschemas } from './references/visit.js';
export { isReferenceSchema, referenceSchema, withReferences } from './references/with-references.js';
export { isJsonSchemaTarget, JSON_SCHEMA_TARGETS, jsonSchemaIn } from './standard/json-schema-in.js';
export { Candidates } from './strings/candidates.js';
export { isSameWord, nearest } from './strings/nearest.js';
export { meantName } from './strings/meant-name.js';
export { isLonger, isShorter } from './strings/code-points.js';
export { pathText } from './strings/path-text.js';
export { wellFormedData, wellFormedJson } from './strings/well-formed.js';
export { canonicalJson } from './values/canonical-json.js';
export { isMultipleOf } from './values/is-multiple-of.js';
export { isJsonObject, isObject } from './values/is-object.js';
export { indexOfRepeated, sameJson } from './values/same-json.js';
