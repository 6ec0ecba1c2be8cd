import { refuseSettings } from '../refuse-settings.js';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { RefsToolset } from './refs.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tool `ref_read`, with which a model reads parts of values that tools return as `Ref`.
 *
 * @example createRuntime({ toolsets: [toolsets, refsToolset()] })
 */
export function refsToolset(...none: readonly []): ComposedToolset<Tools> {
  refuseSettings('refsToolset', none);
  return fromInstance(new RefsToolset(), toolsets);
}
