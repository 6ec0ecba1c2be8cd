import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';

/**
 * Adds one valid set of arguments, by parameter name, to the tool's definition. Pass a constant:
 * `haft build` validates it.
 *
 * @example
 * @Example({ id: 7, cents: 1250 })
 * @Tool()
 * async refund(id: number, cents: number): Promise<string> {
 *   return await this.shop.refund(id, cents);
 * }
 */
export function Example(args: Readonly<Record<string, unknown>>): DualMethodDecorator {
  return methodRecorder('examples', args, 'Example');
}
