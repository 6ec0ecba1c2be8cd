import { requireCount, ToolFailed } from '@haft/core';
import type {
  FailedOutcome,
  InterceptedCall,
  Next,
  ToolDefinition,
  ToolOutcome,
  ValueKeepingInterceptor,
} from '@haft/core';
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
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a number is out of range
 */
export function retryTransient(options: RetryTransientOptions = {}): ValueKeepingInterceptor {
  return new RetryTransient(options);
}

class RetryTransient implements ValueKeepingInterceptor, Repeating {
  readonly [REPEATS] = isRepeatable;
  private readonly on: (error: unknown, outcome: FailedOutcome) => boolean;
  private readonly attempts: number;
  private readonly delayMs: number;

  constructor({ on = () => true, attempts = 3, delayMs = 200 }: RetryTransientOptions) {
    this.on = on;
    this.attempts = requireCount('retryTransient attempts', attempts, 1);
    this.delayMs = requireCount('retryTransient delayMs', delayMs, 0);
  }

  async intercept<Value>(call: InterceptedCall, next: Next<Value>): Promise<ToolOutcome<Value>> {
    const mayRepeat = isRepeatable(call.definition);
    for (let attempt = 1; ; attempt++) {
      const outcome = await next();
      if (!mayRepeat || attempt === this.attempts || !this.isTransient(outcome)) return outcome;
      await pause(this.delayBefore(attempt), call.run.signal);
      if (call.run.signal.aborted) return outcome;
    }
  }

  private isTransient(outcome: ToolOutcome): boolean {
    if (outcome.status !== 'failed' || (outcome.reason !== 'tool' && outcome.reason !== 'exception')) return false;
    return this.on('cause' in outcome ? outcome.cause : new ToolFailed(outcome.text), outcome);
  }

  private delayBefore(attempt: number): number {
    const whole = Math.min(this.delayMs * 2 ** (attempt - 1), LONGEST_DELAY_MS);
    return whole / 2 + (Math.random() * whole) / 2;
  }
}

function isRepeatable({ hints }: ToolDefinition): boolean {
  return hints?.idempotent === true || hints?.readOnly === true;
}

const LONGEST_DELAY_MS = 10_000;

/** Resolves after some time, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
