import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { MemoryOptions, type MemorySettings } from './memory-options.js';
import { MemoryToolset } from './memory.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tools `remember`, `recall` and `forget`. Each user of a tenant has separate memories.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid
 * @example memoryToolset({ store: new SqliteTextStore({ file: 'memory.db' }) })
 */
export function memoryToolset(settings: MemorySettings): ComposedToolset<Tools> {
  return fromInstance(new MemoryToolset(new MemoryOptions(settings)), toolsets);
}
