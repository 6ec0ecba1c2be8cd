/*
 * JSON Schema as types, checks of values, phrases for problems, and examples.
 */

export { collectIssues, createChecker, validates, type Findings, type SchemaChecker } from './check/checker.js';
export { type CollectOptions } from './check/search.js';
export { exampleOf } from './examples/example-of.js';
export type { Issue, Path } from './issues/issue.js';
export { pathText } from './strings/path-text.js';
export { phraseOf } from './issues/phrase-of.js';
export type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from './json-schema.js';
export { schemaFindings, type SchemaFindings } from './meta/schema-findings.js';
