/** The imports of generated modules. */
export { isBase64 } from '@haft/schema/formats';
export { isLonger, isMultipleOf, isObject, isShorter, sameJson } from '@haft/schema/basics';
export { CheckedValues } from './checks/checked-values.js';
export { formatTest } from './checks/format-test.js';
export { hasOtherKeys } from './checks/has-other-keys.js';
export { isUnique } from './checks/is-unique.js';
export * from './descriptor.js';
export { type Cloned, type Returned } from './returned.js';
export { reflected, type AnyTools, type ReflectedToolsets, type ToolTypes } from './reflected.js';
export { asRef } from './revival/as-ref.js';
export { toBigInt } from './revival/to-big-int.js';
export { toBuffer, toUint8Array } from './revival/to-bytes.js';
export { toDate, toDateTime } from './revival/to-date.js';
export { toMap, toNumberMap } from './revival/to-map.js';
export { toUrl } from './revival/to-url.js';
export { type WrapperHints, type Write } from './wrapper-hints.js';
