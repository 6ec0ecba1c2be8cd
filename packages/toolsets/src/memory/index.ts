/*
 * Facts that last over conversations.
 */

export * from '../texts/public.js';
export { MemoryOptions, type MemorySettings } from './memory-options.js';
export { MemoryToolset, type Memory, type SavedMemory } from './memory.toolset.js';
export { memoryToolset } from './memory-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
