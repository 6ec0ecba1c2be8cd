export { canonicalJson } from './canonical-json.js';
export type { Issue, Path } from './issues/issue.js';
export { pathText } from './issues/path-text.js';
export type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from './json-schema.js';
