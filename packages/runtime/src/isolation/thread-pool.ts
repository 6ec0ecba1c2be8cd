import type { Worker } from 'node:worker_threads';
import type { RunContext } from '@haft/core';
import { IsolatedThread } from './isolated-thread.js';
import type { IsolationOptions } from './isolation-options.js';
import { WORKER_PROGRAM } from './worker-program.js';

/** A pool of worker threads. It creates a thread when a job needs one, and reuses it. */
export class ThreadPool {
  private readonly idle: IsolatedThread[] = [];
  private readonly all = new Set<IsolatedThread>();
  private readonly waiting: ((thread: IsolatedThread) => void)[] = [];
  private host: ThreadHost | undefined;

  constructor(private readonly options: IsolationOptions) {}

  /** Returns the value that a tool reads as `run.deps` in its thread. */
  depsFor(run: RunContext): unknown {
    return this.options.deps?.(run);
  }

  /** Resolves with a thread for one caller, who must call `giveBack` or `discard`. */
  async take(): Promise<IsolatedThread> {
    const host = (this.host ??= await loadHost(this.options));
    // No `await` from here on: calls at the same time must not exceed the limit.
    const idle = this.idle.pop();
    if (idle !== undefined) return idle;
    if (this.all.size < host.limit) return this.start(host);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Passes a thread to the next caller in the queue, or keeps it. Discards it if it ended. */
  giveBack(thread: IsolatedThread): void {
    if (!thread.isAlive) {
      void this.discard(thread);
      return;
    }
    const next = this.waiting.shift();
    if (next === undefined) this.idle.push(thread);
    else next(thread);
  }

  /** Stops a thread. If a caller waits for one, it gets a new thread. */
  async discard(thread: IsolatedThread): Promise<void> {
    if (!this.all.delete(thread)) return;
    const place = this.idle.indexOf(thread);
    if (place >= 0) this.idle.splice(place, 1);
    const next = this.waiting.shift();
    if (next !== undefined && this.host !== undefined) next(this.start(this.host));
    await thread.kill();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.all].map((thread) => this.discard(thread)));
  }

  private start({ Worker }: ThreadHost): IsolatedThread {
    const { module, export: name = 'runtime' } = this.options;
    const worker = new Worker(WORKER_PROGRAM, { eval: true, workerData: { module: String(module), name } });
    const thread = new IsolatedThread(worker);
    this.all.add(thread);
    return thread;
  }
}

/** The class of the threads and their largest number. */
interface ThreadHost {
  readonly Worker: typeof Worker;
  readonly limit: number;
}

/** Imports Node's modules at the first job: most processes have no isolated tool. */
async function loadHost({ threads }: IsolationOptions): Promise<ThreadHost> {
  const { Worker } = await import('node:worker_threads');
  return { Worker, limit: threads ?? (await import('node:os')).availableParallelism() };
}
