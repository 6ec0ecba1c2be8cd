import { ToolFailed } from '@haft/core';
import { JobProcess } from '../../job-process.js';
import { Slots } from '../../slots.js';
import type { PageJobs } from './page-jobs.js';

/** Memory of a process. */
const MEGABYTES = 256;

/** Jobs at the same time. Further jobs wait, so that many hostile pages take at most 1 GB. */
const MOST_PROCESSES = 4;

type PageProcess = JobProcess<PageJobs[keyof PageJobs]['job'], unknown>;

/**
 * A process that reads what strangers wrote: pages and `robots.txt`. They cannot stop the
 * application, because the process ends when the time is over or the memory is used up. It is kept
 * for the next job.
 */
export class PageWorker {
  private idle: PageProcess | undefined = undefined;
  private readonly slots = new Slots(MOST_PROCESSES);

  /**
   * @param program - the file that the process runs
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

  /** Ends the process that is kept. */
  async dispose(): Promise<void> {
    await this.take()?.end();
  }

  private async runNow<Kind extends keyof PageJobs>(
    job: PageJobs[Kind]['job'],
    signal: AbortSignal,
  ): Promise<PageJobs[Kind]['result']> {
    const process: PageProcess = this.take() ?? new JobProcess(this.program, MEGABYTES);
    try {
      const result = await this.runIn<Kind>(process, job, signal);
      this.keep(process);
      return result;
    } catch (error) {
      void process.end();
      throw error;
    }
  }

  private take(): PageProcess | undefined {
    const { idle } = this;
    this.idle = undefined;
    return idle?.isOver === false ? idle : undefined;
  }

  private keep(process: PageProcess): void {
    if (this.idle !== undefined) {
      void process.end();
      return;
    }
    // A process that waits does not keep the application running.
    process.unref();
    this.idle = process;
  }

  private runIn<Kind extends keyof PageJobs>(
    process: PageProcess,
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
    process.ref();
    process.ask(job).then(resolve as (reply: unknown) => void, () => {
      reject(new ToolFailed('The page cannot be read.'));
    });
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
