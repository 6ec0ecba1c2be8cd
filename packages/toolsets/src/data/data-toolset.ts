import { refuseSettings } from '../refuse-settings.js';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { DataToolset } from './data.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tools that read, filter, aggregate and transform tables.
 *
 * @example createRuntime({ toolsets: [toolsets, dataToolset()] })
 */
export function dataToolset(...none: readonly []): ComposedToolset<Tools> {
  refuseSettings('dataToolset', none);
  return fromInstance(new DataToolset(), toolsets);
}
