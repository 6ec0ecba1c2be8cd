import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';

/** Options of {@link Background}. */
export interface BackgroundOptions {
  /** Name of the queue. Default: the queue of the executor. */
  readonly queue?: string;
}

/**
 * Executes the calls of a tool after they are answered. The model gets the id of a task at once,
 * and tools to ask for its status and its result, or to cancel it: `task_status`, `task_result` and
 * `task_cancel`. The runtime needs a ledger, from which the calls continue after a crash. A call
 * that may run again should be `@Hints({ idempotent: true })`, and one with effects `@Effect()`.
 * `@Timeout` limits the execution. Default: an hour.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if an option does not exist
 * @example
 * @Background({ queue: 'reports' })
 * @Hints({ idempotent: true })
 * @Tool()
 * async report(month: string): Promise<string> {
 *   return await this.shop.report(month);
 * }
 */
export function Background(options: BackgroundOptions = {}): DualMethodDecorator {
  refuseUnknownOptions('@Background', options, BACKGROUND_OPTIONS);
  return methodRecorder('background', options);
}

const BACKGROUND_OPTIONS: OptionNames<BackgroundOptions> = { queue: true };
