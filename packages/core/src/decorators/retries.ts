import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';
import { wholeNumber } from './option-range.js';

/**
 * How many corrections a model may try in one run before the tool is closed. On a class: of every tool that has none.
 *
 * @defaultValue 2, or what `startRun` or the runtime says
 * @throws HaftError `HAFT_INVALID_OPTION` when not a whole number of at least 0
 */
export function Retries(retries: number): DualDecorator {
  return recorder('Retries', RECORD.retries, wholeNumber('@Retries', retries, 0));
}
