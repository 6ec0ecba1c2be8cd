import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { requireCount } from '../require-count.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/** Options of {@link CallLimit}. Set at least one. */
export interface CallLimitOptions {
  /** Calls in one run. */
  readonly perRun?: number;
  /**
   * Calls at the same time, over all runs of the runtime. Further calls wait until their deadline.
   */
  readonly concurrent?: number;
  /** Calls in any 60 seconds, over all runs of the runtime. */
  readonly perMinute?: number;
}

/**
 * Limits the calls of a tool. On a class, it limits each tool separately.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a limit is not a whole number of at least 1, or does
 *   not exist
 * @example
 * @CallLimit({ perRun: 20, concurrent: 4 })
 * @Tool()
 * async order(id: number): Promise<Order> {
 *   return await this.shop.order(id);
 * }
 */
export function CallLimit(limit: CallLimitOptions): DualDecorator {
  refuseUnknownOptions('@CallLimit', limit, CALL_LIMITS);
  for (const [name, value] of Object.entries(limit)) requireCount(`@CallLimit ${name}`, value as number, 1);
  return recorder('callLimit', limit);
}

const CALL_LIMITS: OptionNames<CallLimitOptions> = { perRun: true, concurrent: true, perMinute: true };
