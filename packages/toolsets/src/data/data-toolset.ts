import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { DataToolset } from './data.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tools that read, filter, aggregate and transform tables.
 *
 * @example createRuntime({ toolsets: [toolsets, dataToolset()] })
 */
export function dataToolset(): ComposedToolset<Tools> {
  return fromInstance(new DataToolset(), toolsets);
}
