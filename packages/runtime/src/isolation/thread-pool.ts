import type { Worker } from 'node:worker_threads';
import type { RunContext } from '@haft/core';
import type { IsolationOptions } from './isolation-options.js';
import { WORKER_PROGRAM } from './isolated-job.js';
import { IsolatedThread } from './isolated-thread.js';

/** Worker threads, made when they are first needed and kept for the next job. */
export class ThreadPool {
  private readonly idle: IsolatedThread[] = [];
  private readonly all = new Set<IsolatedThread>();
  private readonly waiting: ((thread: IsolatedThread) => void)[] = [];
  private host: ThreadHost | undefined;

  constructor(private readonly options: IsolationOptions) {}

  /** What a tool reads as `run.deps` in its thread. */
  depsFor(run: RunContext): unknown {
    return this.options.deps?.(run);
  }

  /** A thread of the caller's own; it is given back, or discarded. */
  async take(): Promise<IsolatedThread> {
    const host = (this.host ??= await loadHost(this.options));
    // Nothing waits from here on: calls that come at the same time must not pass the limit together.
    const idle = this.idle.pop();
    if (idle !== undefined) return idle;
    if (this.all.size < host.limit) return this.start(host);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  giveBack(thread: IsolatedThread): void {
    if (!thread.isAlive) {
      void this.discard(thread);
      return;
    }
    const next = this.waiting.shift();
    if (next === undefined) this.idle.push(thread);
    else next(thread);
  }

  /** Stops a thread; whoever waits for one gets a new one. */
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

/** What threads are made with, and how many there may be. */
interface ThreadHost {
  readonly Worker: typeof Worker;
  readonly limit: number;
}

/** Loaded at the first job: most processes isolate nothing. */
async function loadHost({ threads }: IsolationOptions): Promise<ThreadHost> {
  const { Worker } = await import('node:worker_threads');
  return { Worker, limit: threads ?? (await import('node:os')).availableParallelism() };
}
