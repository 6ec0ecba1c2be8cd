/*
 * Programs of the model that call tools, in a sandbox.
 */

export type { CodeCall } from './bridge/tool-bridge.js';
export type { CodeLanguage } from './code-backend.js';
export { CodeOptions, type CodeSettings } from './code-options.js';
export type { PythonSettings } from './python/python-options.js';
export type { CodeResult } from './code-result.js';
export { CodeToolset } from './code.toolset.js';
export { codeToolset } from './code-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
