/** What generated modules import. */
export {
  REFLECTED_FORMAT,
  type DependencyDescriptor,
  type HostParameterDescriptor,
  type HostValues,
  type ReadArguments,
  type ReflectedModule,
  type ServiceDescriptor,
  type ToolDescriptor,
  type ToolsetDescriptor,
  type VisitRules,
} from './descriptor.js';
export { reflected, type AnyTools, type ReflectedToolsets, type ToolTypes } from './reflected.js';
