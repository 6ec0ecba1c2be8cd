export { canonicalJson } from './canonical-json.js';
export {
  collectIssues,
  createChecker,
  validates,
  type CompiledTests,
  type Findings,
  type SchemaChecker,
} from './check/checker.js';
export { implicitDiscriminator, literalsOf, tellsApart } from './check/keywords/branch-table.js';
export { findingsBy, type IssueCollector, type IssueWalk, type SchemaPart } from './check/issue-walk.js';
export { isMultipleOf } from './check/is-multiple-of.js';
export { resolverOf } from './check/resolver-of.js';
export { indexOfRepeated, sameJson } from './check/same-json.js';
export { ISSUE_LIMIT, type CollectOptions } from './check/walk.js';
export { exampleOf } from './examples/example-of.js';
export { mergedSchema } from './examples/merged-schema.js';
export { isBase64 } from './formats/base64.js';
export { isDate } from './formats/date.js';
export { isDateTime, parseDateTime } from './formats/date-time.js';
export { isDuration } from './formats/duration.js';
export { isEmail, isIdnEmail } from './formats/email.js';
export { FORMATS, type FormatName, type StringFormat } from './formats/formats.js';
export { isHostname } from './formats/hostname.js';
export { isIpv4 } from './formats/ipv4.js';
export { isIpv6 } from './formats/ipv6.js';
export { isJsonPointer } from './formats/json-pointer.js';
export { isRegex } from './formats/regex.js';
export { isTime } from './formats/time.js';
export { isUri, isUriReference } from './formats/uri.js';
export { isUuid } from './formats/uuid.js';
export { codePointLength, describeReceived } from './issues/describe-received.js';
export type { Issue, Path } from './issues/issue.js';
export { nearest, sortedByDistance } from './issues/nearest.js';
export { pathText } from './issues/path-text.js';
export { phraseOf } from './issues/phrase-of.js';
export { hidesValue } from './issues/sensitive.js';
export type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from './json-schema.js';
export { schemaFindings, type SchemaFindings } from './meta/schema-findings.js';
