import type { ToolOutcome } from '@haft/core';
import { waitFor } from '../../async/wait-for.js';
import { unknownEnd } from '../../call/executor/unknown-end.js';
import type { RemoteExecution } from '../../isolation/isolated-job.js';
import type { AnyTool } from '@haft/compose';

/** A call of another process that this process has answered. */
interface AnsweredCall {
  readonly tool: AnyTool;
  readonly execution: RemoteExecution;
  readonly options: {
    readonly isRecovered?: boolean;
    readonly stopSignal?: AbortSignal;
  };
}

/**
 * Returns the outcome that tells what became of a method. A call that was cancelled or timed out is
 * answered before its method settles, and the method may still take effect.
 */
export async function endOfMethod(
  outcome: ToolOutcome,
  { tool, execution, options: { isRecovered = false, stopSignal } }: AnsweredCall,
): Promise<ToolOutcome> {
  const wasStopped = outcome.status === 'interrupted' || (outcome.status === 'failed' && outcome.reason === 'timeout');
  if (!wasStopped || outcome.notStarted === true) return outcome;
  if (execution.hasBegun !== true) return isRecovered ? outcome : { ...outcome, notStarted: true };
  const settled = await settledWithin(execution.end, stopSignal);
  if (settled !== undefined && settled.status !== 'interrupted' && settled.status !== 'deferred') return settled;
  // The sender decides whether another worker may execute the call.
  if (stopSignal?.aborted === true || !mayHaveEffect(tool)) return outcome;
  return unknownEnd(outcome);
}

/**
 * Returns the end of a method. Undefined if it throws, if it takes too long, or if the process
 * ends.
 */
async function settledWithin(
  end: Promise<ToolOutcome> | undefined,
  stopSignal: AbortSignal | undefined,
): Promise<ToolOutcome | undefined> {
  if (stopSignal?.aborted === true) return undefined;
  const stopped = new Promise<undefined>((resolve) => {
    const end = (): void => {
      resolve(undefined);
    };
    stopSignal?.addEventListener('abort', end, { once: true });
  });
  return Promise.race([end?.catch(() => undefined), waitFor(LONGEST_MS).then(() => undefined), stopped]);
}

/** The longest time to wait for a method that ignores its signal. */
const LONGEST_MS = 30_000;

function mayHaveEffect({ settings, definition: { hints } }: AnyTool): boolean {
  return hints?.readOnly !== true && (settings.effect !== undefined || hints?.idempotent === true);
}
