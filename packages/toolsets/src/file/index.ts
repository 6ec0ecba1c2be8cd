/*
 * Reads, writes, edits, lists and searches files below one root.
 */

export type { Entry, EntryType } from './entry.js';
export { FileOptions, type ConfinedRoot, type FileRoot, type FileSettings } from './file-options.js';
export { FileToolset } from './file.toolset.js';
export { fileToolset, type FileToolsetSettings } from './file-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
