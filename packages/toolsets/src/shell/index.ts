/*
 * Programs in a sandbox.
 */

export type { CommandResult, Enforcement, StopReason } from './command-result.js';
export type { OutputPart } from './output/output-progress.js';
export type { HostUser, Sandbox } from '../sandbox/find-sandbox.js';
export { ShellOptions, type ShellRoot, type ShellSettings } from './shell-options.js';
export { ShellToolset } from './shell.toolset.js';
export { shellToolset, type ShellToolsetSettings } from './shell-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
