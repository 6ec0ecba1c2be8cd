import { ToolFailed, type FailedOutcome, type InterceptedCall, type Next, type ToolOutcome } from '@haft/core';

/** The checked options of `retryTransient`. */
interface Repetition {
  readonly on: (error: unknown, outcome: FailedOutcome) => boolean;
  readonly attempts: number;
  readonly delayMs: number;
}

/** Executes a call again while its failure may be temporary, and returns the last outcome. */
export async function repeatTransient<Value>(
  { on, attempts, delayMs }: Repetition,
  call: InterceptedCall,
  next: Next<Value>,
): Promise<ToolOutcome<Value>> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await next();
    if (attempt === attempts || !isTransient(outcome, on)) return outcome;
    await pause(delayBefore(attempt, delayMs), call.run.signal);
    if (call.run.signal.aborted) return outcome;
  }
}

function isTransient(outcome: ToolOutcome, on: Repetition['on']): boolean {
  if (outcome.status !== 'failed' || (outcome.reason !== 'tool' && outcome.reason !== 'exception')) return false;
  return on('cause' in outcome ? outcome.cause : new ToolFailed(outcome.text), outcome);
}

/** Returns the delay after an execution, in milliseconds. */
function delayBefore(attempt: number, delayMs: number): number {
  const whole = Math.min(delayMs * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return whole / 2 + (Math.random() * whole) / 2;
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
