import type { ErrorMapping } from '../error-mapping.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Maps errors of a tool, or of the tools of a class, to texts for the model. Mappings of the method
 * come first, then those of the class, then those of `createRuntime`. The first match wins.
 *
 * @example
 * @MapErrors(mapError(NotFoundError, (error) => new ModelRetry(error.message)))
 * @Tool()
 * async order(id: number): Promise<Order> {
 *   return await this.shop.order(id);
 * }
 */
export function MapErrors(...mappings: readonly ErrorMapping[]): DualDecorator {
  return recorder('mapErrors', mappings);
}
