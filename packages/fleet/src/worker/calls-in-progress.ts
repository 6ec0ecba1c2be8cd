/** The calls of a worker by job, so that messages and the end of the worker can stop them. */
export class CallsInProgress {
  readonly #calls = new Map<string, AbortController>();
  /** Jobs that were cancelled lately. The message may come before the job. */
  readonly #cancelled = new Set<string>();
  readonly #stopped = new AbortController();
  #whenIdle: (() => void)[] = [];

  /** Aborts when the worker stops all calls. */
  get stopSignal(): AbortSignal {
    return this.#stopped.signal;
  }

  /**
   * Returns the signal of a call. Aborted if the job was cancelled before, or if the worker has
   * stopped: a queue can give a job to a worker that has just stopped.
   */
  begin(jobId: string): AbortController {
    const controller = new AbortController();
    if (this.#cancelled.delete(jobId)) controller.abort(cancelled());
    if (this.#stopped.signal.aborted) controller.abort(this.#stopped.signal.reason);
    this.#calls.set(jobId, controller);
    return controller;
  }

  end(jobId: string, controller: AbortController): void {
    // A job that this worker took over from itself has another controller.
    if (this.#calls.get(jobId) === controller) this.#calls.delete(jobId);
    if (this.#calls.size > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  cancel(jobId: string): void {
    const controller = this.#calls.get(jobId);
    if (controller !== undefined) {
      controller.abort(cancelled());
      return;
    }
    this.#cancelled.add(jobId);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size > MOST_CANCELLED && oldest !== undefined) this.#cancelled.delete(oldest);
  }

  /** Stops all calls. */
  stop(reason: Error): void {
    this.#stopped.abort(reason);
    for (const controller of this.#calls.values()) controller.abort(reason);
  }

  /** Resolves when no call is in progress. */
  idle(): Promise<void> {
    return this.#calls.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }
}

const MOST_CANCELLED = 10_000;

function cancelled(): Error {
  return new DOMException('The sender cancelled the call.', 'AbortError');
}
