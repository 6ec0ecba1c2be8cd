import { HaftError, type RunContext, type Token } from '@haft/core';
import { withinTime } from '../async/within-time.js';
import { tokenText } from './token-text.js';
import { warn } from '@haft/core/internal';

/** Options of {@link disposeOf}. */
export interface DisposalOptions {
  /** Time for each disposer, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives the error of each disposer that fails or takes too long. */
  readonly report: (error: HaftError, run?: RunContext) => void;
}

/**
 * Disposes a value with the first of `[Symbol.asyncDispose]`, `[Symbol.dispose]` and
 * `onModuleDestroy` that it has. Never rejects: it reports errors, also after the time limit.
 *
 * @param token - token of the value, for messages
 * @param options - time limit and receiver of errors
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
  await withinTime(ended, timeoutMs, () =>
    disposalError(token, `it did not finish within ${timeoutMs} ms`, undefined),
  ).catch(report);
}

/** Returns the disposer of a value, bound to it, or undefined if it has none. */
export function disposerOf(value: unknown): (() => unknown) | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  const disposable = value as Record<string | symbol, unknown>;
  for (const name of [Symbol.asyncDispose, Symbol.dispose, 'onModuleDestroy']) {
    const method = disposable[name];
    if (typeof method === 'function') return () => (method as () => unknown).call(value);
  }
  return undefined;
}

/** Reports an error. If `report` throws, emits a warning, so the other disposers still run. */
function tell(error: HaftError, report: (error: HaftError) => void): void {
  try {
    report(error);
  } catch {
    warn(error);
  }
}

/** Calls a disposer. If it throws synchronously, the promise rejects. */
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
