import { requireRequirements, type Requirement } from '../requirement.js';
import { addingRecorder, type DualDecorator } from './dual-decorator.js';

/**
 * Requires permissions of the user of the run. A tool needs all of them, and those of its class and
 * of base classes. Without them, the tool does not exist for the model: no list, text or search
 * names it. `createRuntime({ can })` or `startRun({ permissions })` says who has which.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a name is not one of a permission
 * @example
 * @Requires('orders:write')
 * @Tool()
 * async cancel(id: string): Promise<string> {
 *   return await this.shop.cancel(id);
 * }
 */
export function Requires(...permissions: readonly Requirement[]): DualDecorator {
  requireRequirements('@Requires', permissions);
  return addingRecorder('requires', permissions);
}
