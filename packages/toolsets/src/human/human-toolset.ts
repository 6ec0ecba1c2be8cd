import { refuseSettings } from '../refuse-settings.js';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import { HumanToolset } from './human.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tool `ask_user`. Each call waits until you supply the answer of the user.
 *
 * @example createRuntime({ toolsets: [toolsets, humanToolset()] })
 */
export function humanToolset(...none: readonly []): ComposedToolset<Tools> {
  refuseSettings('humanToolset', none);
  return fromInstance(new HumanToolset(), toolsets);
}
