import { HaftError, type RunContext, type Token } from '@haft/core';
import { tokenText } from './token-text.js';
import { warn } from '../events/warn.js';

/** How things are ended. */
export interface DisposalOptions {
  /** For each thing, in milliseconds. */
  readonly timeoutMs: number;
  /** Told of everything that could not be ended properly. */
  readonly report: (error: HaftError, run?: RunContext) => void;
}

/**
 * Ends one thing by the first that it has of `[Symbol.asyncDispose]`, `[Symbol.dispose]` and `onModuleDestroy`. Never
 * rejects: what goes wrong is reported, also when it goes wrong after the time limit.
 */
export async function disposeOf(token: Token, value: unknown, options: DisposalOptions): Promise<void> {
  const dispose = disposerOf(value);
  if (dispose === undefined) return;
  const { timeoutMs } = options;
  const report = (error: HaftError): void => {
    tell(error, options.report);
  };
  const ended = settle(dispose).catch((cause: unknown) => {
    report(disposalError(token, cause instanceof Error ? cause.message : String(cause), cause));
  });
  if (!(await within(timeoutMs, ended))) {
    report(disposalError(token, `it did not finish within ${timeoutMs} ms`, undefined));
  }
}

/** Waits for a promise that never rejects, at most so long; whether it came in time. */
export async function within(timeoutMs: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  const inTime = await Promise.race([promise.then(() => true), limit]);
  clearTimeout(timer);
  return inTime;
}

/** The method that ends a value, bound to it; undefined when it has none. */
export function disposerOf(value: unknown): (() => unknown) | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  const disposable = value as Record<string | symbol, unknown>;
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'onModuleDestroy']) {
    const method = disposable[name];
    if (typeof method === 'function') return () => (method as () => unknown).call(value);
  }
  return undefined;
}

/** A report that throws must not keep the rest from being disposed, and must not lose the error. */
function tell(error: HaftError, report: (error: HaftError) => void): void {
  try {
    report(error);
  } catch {
    warn(error);
  }
}

/** In an async function, so that a disposer that throws at once is a rejection as well. */
async function settle(dispose: () => unknown): Promise<void> {
  await dispose();
}

function disposalError(token: Token, reason: string, cause: unknown): HaftError {
  const hint = `Fix the disposer of ${tokenText(token)}. Haft disposed everything else.`;
  return new HaftError('HAFT_DISPOSAL_FAILED', `${tokenText(token)} could not be disposed: ${reason.slice(0, 500)}.`, {
    hint,
    cause,
  });
}
