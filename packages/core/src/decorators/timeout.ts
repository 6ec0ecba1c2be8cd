import { requireCount } from '../require-count.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Sets the longest time of a call in milliseconds, interceptors included. On a class, it is the
 * default of its tools.
 *
 * @defaultValue 30,000, or the runtime's `timeoutMs`
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not a whole number of at least 1
 * @example
 * @Timeout(120_000)
 * @Tool()
 * async report(month: string): Promise<string> {
 *   return await this.shop.report(month);
 * }
 */
export function Timeout(ms: number): DualDecorator {
  return recorder('timeout', requireCount('@Timeout', ms, 1));
}
