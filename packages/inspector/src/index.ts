/*
 * A page that shows tools, calls and runs, and decides calls that wait.
 */

export { inspect } from './inspect.js';
export type { Inspector, NodeFacts } from './inspect.js';
export type { BuildFacts, BuildWarning, RuntimeModule, ToolPlace } from './tools/build-facts.js';
export type { InspectOptions, InspectorAccess, InspectorAction, Preset } from './inspect-options.js';
