import { refuseUnknownOptions, requireCount, type OptionNames } from '@haft/core';
import type {
  FailedOutcome,
  InterceptedCall,
  Next,
  ToolDefinition,
  ToolOutcome,
  ValueKeepingInterceptor,
} from '@haft/core';
import { repeatTransient } from './repeat-transient.js';
import { REPEATS, type Repeating } from './repeats.js';

/** Options of {@link retryTransient}. */
export interface RetryTransientOptions {
  /**
   * Returns whether a failure may be temporary. Gets the error that the tool threw, even if
   * `mapErrors` mapped it, and the outcome. A failed outcome of an interceptor counts as
   * `ToolFailed`. Default: every `ToolFailed` and every exception.
   *
   * @example on: (error) => error instanceof HttpError && error.status === 503
   */
  readonly on?: (error: unknown, outcome: FailedOutcome) => boolean;
  /** Number of executions in total. Default: 3. */
  readonly attempts?: number;
  /**
   * Delay before the second execution, in milliseconds. It doubles each time, up to 10,000, and is
   * partly random. Default: 200.
   */
  readonly delayMs?: number;
}

/**
 * Returns an interceptor that executes a failed call again, if the failure may be temporary. It
 * applies to tools with `@Hints({ idempotent: true })` or `readOnly`. All executions share the
 * deadline of the call, and each gets a new copy of the arguments. The model sees only the last
 * outcome.
 *
 * @param options - number of executions, delay, and the failures that count
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a number is out of range, or an option is unknown
 */
export function retryTransient(options: RetryTransientOptions = {}): ValueKeepingInterceptor {
  refuseUnknownOptions('retryTransient', options, OPTIONS);
  return new RetryTransient(options);
}

const OPTIONS: OptionNames<RetryTransientOptions> = { on: true, attempts: true, delayMs: true };

class RetryTransient implements ValueKeepingInterceptor, Repeating {
  readonly [REPEATS] = isRepeatable;
  readonly on: (error: unknown, outcome: FailedOutcome) => boolean;
  readonly attempts: number;
  readonly delayMs: number;

  constructor({ on = () => true, attempts = 3, delayMs = 200 }: RetryTransientOptions) {
    this.on = on;
    this.attempts = requireCount('retryTransient attempts', attempts, 1);
    this.delayMs = requireCount('retryTransient delayMs', delayMs, 0);
  }

  intercept<Value>(call: InterceptedCall, next: Next<Value>): Promise<ToolOutcome<Value>> {
    if (!isRepeatable(call.definition)) return next();
    return repeatTransient(this, call, next);
  }
}

/** Returns whether a call may be executed again. */
function isRepeatable({ hints }: ToolDefinition): boolean {
  return hints?.idempotent === true || hints?.readOnly === true;
}
