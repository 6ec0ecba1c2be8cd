import { requireCount } from '../require-count.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Sets how many times a model may correct its calls in one run before the tool closes. On a class,
 * it is the default of its tools.
 *
 * @defaultValue 2, or the `retries` of the run or the runtime
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not a whole number of at least 0
 * @example
 * @Retries(5)
 * @Tool()
 * query(sql: string): string {
 *   if (!sql.startsWith('SELECT ')) throw new ModelRetry('Begin the query with SELECT.');
 *   return this.shop.query(sql);
 * }
 */
export function Retries(retries: number): DualDecorator {
  return recorder('retries', requireCount('@Retries', retries, 0));
}
