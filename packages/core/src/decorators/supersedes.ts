import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';

/**
 * Marks earlier results with the same key in a history as obsolete.
 *
 * @example
 * @Supersedes((args: { id: number }) => String(args.id))
 * @Tool()
 * async order(id: number): Promise<Order> {
 *   return await this.shop.order(id);
 * }
 */
export function Supersedes(keyOf: (args: never) => string): DualMethodDecorator {
  return methodRecorder('supersedes', keyOf);
}
