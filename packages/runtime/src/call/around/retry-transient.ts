import { requireCount, ToolFailed } from '@haft/core';
import type { FailedOutcome, InterceptedCall, Interceptor, Next, ToolDefinition, ToolOutcome } from '@haft/core';
import { REPEATS, type Repeating } from './repeats.js';

/** Options of {@link retryTransient}. */
export interface RetryTransientOptions {
  /**
   * Tells whether a failure may go away by itself. Gets what the tool threw, also where `mapErrors` mapped it, and the outcome. A failure
   * that an interceptor answers with is a `ToolFailed` of its text. Default: every `ToolFailed` and every exception.
   *
   * @example on: (error) => error instanceof HttpError && error.status === 503
   */
  readonly on?: (error: unknown, outcome: FailedOutcome) => boolean;
  /** Executions in all. Default 3. */
  readonly attempts?: number;
  /** Before the second execution, in milliseconds; doubled each time, up to 10,000, with a random part. Default 200. */
  readonly delayMs?: number;
}

/**
 * Executes a call again when it failed for a reason that may go away: a network that is down, a service that is busy. Only tools
 * that say `@Hints({ idempotent: true })` or `readOnly`; all of it within the call's deadline. Every execution has arguments of its
 * own. The model notices nothing.
 *
 * @throws HaftError `HAFT_INVALID_OPTION`
 */
export function retryTransient(options: RetryTransientOptions = {}): Interceptor {
  return new RetryTransient(options);
}

class RetryTransient implements Interceptor, Repeating {
  readonly [REPEATS] = isRepeatable;
  private readonly on: (error: unknown, outcome: FailedOutcome) => boolean;
  private readonly attempts: number;
  private readonly delayMs: number;

  constructor({ on = () => true, attempts = 3, delayMs = 200 }: RetryTransientOptions) {
    this.on = on;
    this.attempts = requireCount('retryTransient attempts', attempts, 1);
    this.delayMs = requireCount('retryTransient delayMs', delayMs, 0);
  }

  async intercept(call: InterceptedCall, next: Next): Promise<ToolOutcome> {
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
