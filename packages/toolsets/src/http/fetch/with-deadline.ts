/** A signal for one piece of work, with the reason why it was aborted. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time is over. False if the caller aborted. */
  readonly isOver: () => boolean;
}

/**
 * Runs work with a signal that aborts after a time or with the caller's signal. Listens to the
 * caller's signal no longer than the work takes.
 *
 * @param timeoutMs - in milliseconds
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  caller: AbortSignal,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  const abort = (): void => {
    controller.abort(caller.reason);
  };
  if (caller.aborted) abort();
  caller.addEventListener('abort', abort, { once: true });
  try {
    return await work({ signal: controller.signal, isOver: () => isOver });
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', abort);
  }
}
