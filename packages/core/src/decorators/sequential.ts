import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Makes a tool a barrier in a batch: earlier calls finish first, later calls wait. On a class, it
 * applies to each tool.
 *
 * @example
 * @Sequential()
 * @Tool()
 * async refund(id: number, cents: number): Promise<string> {
 *   return await this.shop.refund(id, cents);
 * }
 */
export function Sequential(): DualDecorator {
  return recorder('sequential', true);
}
