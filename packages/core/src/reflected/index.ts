/** The imports of generated modules. */
export { isBase64 } from '@haft/schema/formats';
export { isMultipleOf, isObject, sameJson } from '@haft/schema/basics';
export { CheckedValues } from './checks/checked-values.js';
export { formatTest } from './checks/format-test.js';
export { hasOtherKeys } from './checks/has-other-keys.js';
export { isUnique } from './checks/is-unique.js';
export { isLonger, isShorter } from './checks/text-length.js';
export {
  EFFECTS_FORMAT,
  REFLECTED_FORMAT,
  type CheckedDescriptor,
  type ChecksModule,
  type ChecksSource,
  type CollectorModule,
  type CompletionDescriptor,
  type DependencyDescriptor,
  type DtoRules,
  type FunctionDescriptor,
  type HostParameterDescriptor,
  type HostValues,
  type ImportChecks,
  type ImportCollectors,
  type OfferDescriptor,
  type PromptDescriptor,
  type ReadArguments,
  type ReferencesDescriptor,
  type ReflectedModule,
  type ResourceDescriptor,
  type ResultReferenceDescriptor,
  type ServiceDescriptor,
  type ToolChecks,
  type ToolDescriptor,
  type ToolsetDescriptor,
  type VisitRules,
} from './descriptor.js';
export { type Cloned, type Returned } from './returned.js';
export { reflected, type AnyTools, type ReflectedToolsets, type ToolTypes } from './reflected.js';
export { asRef } from './revival/as-ref.js';
export { toBigInt } from './revival/to-big-int.js';
export { toBuffer, toUint8Array } from './revival/to-bytes.js';
export { toDate, toDateTime } from './revival/to-date.js';
export { toMap, toNumberMap } from './revival/to-map.js';
export { toUrl } from './revival/to-url.js';
export { type WrapperHints, type Write } from './wrapper-hints.js';
