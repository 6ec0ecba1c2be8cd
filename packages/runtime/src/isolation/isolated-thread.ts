import type { Worker } from 'node:worker_threads';
import type { RunEvent } from '../events/run-event.js';
import type { IsolatedAnswer, IsolatedJob } from './isolated-job.js';

type LastAnswer = Exclude<IsolatedAnswer, { readonly event: RunEvent }>;

/** A worker thread that does one job at a time. */
export class IsolatedThread {
  private answer: ((answer: LastAnswer) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;
  private tell: ((event: RunEvent) => void) | undefined;
  private dead: Error | undefined;

  constructor(private readonly worker: Worker) {
    worker.on('message', (answer: IsolatedAnswer) => {
      if ('event' in answer) this.tell?.(answer.event);
      else this.answer?.(answer);
    });
    worker.on('error', (error) => {
      this.end(error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      this.end(new Error('The worker thread ended before the tool answered.'));
    });
    // Only a job keeps the process alive.
    worker.unref();
  }

  get isAlive(): boolean {
    return this.dead === undefined;
  }

  /**
   * Sends a job and resolves with its last answer.
   *
   * @throws {Error} if the thread ends before it: a crash, `process.exit` or `kill`
   */
  async run(job: IsolatedJob, tell: (event: RunEvent) => void): Promise<LastAnswer> {
    if (this.dead !== undefined) throw this.dead;
    this.worker.ref();
    try {
      return await new Promise<LastAnswer>((resolve, reject) => {
        this.answer = resolve;
        this.fail = reject;
        this.tell = tell;
        this.worker.postMessage(job);
      });
    } finally {
      this.answer = this.fail = this.tell = undefined;
      this.worker.unref();
    }
  }

  /** Stops the thread, also during an endless loop. */
  async kill(): Promise<void> {
    this.end(new Error('The worker thread was stopped.'));
    await this.worker.terminate();
  }

  private end(error: Error): void {
    this.dead ??= error;
    this.fail?.(error);
  }
}
