import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';
import { wholeNumber } from './option-range.js';

/** Options of {@link CallLimit}; at least one. */
export interface CallLimitOptions {
  /** Calls in one run. */
  readonly perRun?: number;
  /** Calls at the same time, over all runs of the runtime. More wait, within their deadline. */
  readonly concurrent?: number;
  /** Calls in any 60 seconds, over all runs of the runtime. */
  readonly perMinute?: number;
}

/**
 * Limits the calls of a tool. On a class: of each of its tools.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` when a limit is not a whole number of at least 1
 */
export function CallLimit(limit: CallLimitOptions): DualDecorator {
  for (const [name, value] of Object.entries(limit)) wholeNumber(`@CallLimit ${name}`, value as number, 1);
  return recorder('CallLimit', RECORD.callLimit, limit);
}
