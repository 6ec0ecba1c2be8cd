import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ToolFailed } from '@haft/core';
import { Slots } from '../../slots.js';
import type { PageJobs } from './page-jobs.js';

/** The thread has 256 MB of memory, and neither the flags nor the environment of the process. */
const OPTIONS: WorkerOptions = { resourceLimits: { maxOldGenerationSizeMb: 256 }, execArgv: [], env: {} };

/** Jobs at the same time. Further jobs wait, so that many hostile pages take at most 1 GB. */
const MOST_THREADS = 4;

/**
 * A thread that reads what strangers wrote: pages and `robots.txt`. They cannot stop the process,
 * because the thread ends when the time is over or the memory is used up. It is kept for the next
 * job.
 */
export class PageWorker {
  private idle: Worker | undefined = undefined;
  private readonly slots = new Slots(MOST_THREADS);

  /**
   * @param program - the file that the thread runs
   * @param timeoutMs - time for one job, in milliseconds
   */
  constructor(
    private readonly program: URL,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Runs a job.
   *
   * @throws {ToolFailed} if it takes too much time or memory
   * @throws the reason of the signal, if it aborts
   */
  async run<Kind extends keyof PageJobs>(
    job: PageJobs[Kind]['job'],
    signal: AbortSignal,
  ): Promise<PageJobs[Kind]['result']> {
    return this.slots.use(signal, () => this.runNow<Kind>(job, signal));
  }

  /** Ends the thread that is kept. */
  async dispose(): Promise<void> {
    const thread = this.idle;
    this.idle = undefined;
    await thread?.terminate();
  }

  private async runNow<Kind extends keyof PageJobs>(
    job: PageJobs[Kind]['job'],
    signal: AbortSignal,
  ): Promise<PageJobs[Kind]['result']> {
    const thread = this.takeThread();
    try {
      const result = await this.runIn(thread, job, signal);
      this.keep(thread);
      return result;
    } catch (error) {
      void thread.terminate();
      throw error;
    }
  }

  private takeThread(): Worker {
    const thread = this.idle ?? new Worker(this.program, OPTIONS);
    this.idle = undefined;
    thread.removeAllListeners();
    return thread;
  }

  private keep(thread: Worker): void {
    if (this.idle !== undefined) {
      void thread.terminate();
      return;
    }
    thread.removeAllListeners();
    // A thread that waits does not keep the process running.
    thread.unref();
    thread.on('error', () => {
      if (this.idle === thread) this.idle = undefined;
    });
    this.idle = thread;
  }

  private runIn<Kind extends keyof PageJobs>(
    thread: Worker,
    job: PageJobs[Kind]['job'],
    signal: AbortSignal,
  ): Promise<PageJobs[Kind]['result']> {
    const { promise, resolve, reject } = settled<PageJobs[Kind]['result']>();
    const abort = (): void => {
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      reject(new ToolFailed(`The page cannot be read within ${String(this.timeoutMs / 1000)} seconds.`));
    }, this.timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    thread.ref();
    thread.once('message', resolve);
    thread.once('error', () => {
      reject(new ToolFailed('The page cannot be read.'));
    });
    thread.postMessage(job);
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  }
}

function settled<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
