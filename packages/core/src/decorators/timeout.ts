import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';
import { wholeNumber } from './option-range.js';

/**
 * The longest time that a call may take, in milliseconds, interceptors included. On a class: of every tool that has none.
 *
 * @defaultValue 30,000, or the runtime's `timeoutMs`
 * @throws HaftError `HAFT_INVALID_OPTION` when not a whole number of at least 1
 */
export function Timeout(ms: number): DualDecorator {
  return recorder('Timeout', RECORD.timeout, wholeNumber('@Timeout', ms, 1));
}
