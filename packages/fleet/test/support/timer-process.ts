import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { end, hasEnded, ReusedProcesses } from './reused-processes.js';
import { until } from './turn.js';

/** Options of a process that executes schedules. */
export interface TimerProcessOptions {
  /** The socket of Redis. */
  readonly socket?: string;
  /** The connection string of Postgres. */
  readonly postgres?: string;
  /** The file of the store, on Redis. */
  readonly file: string;
  readonly prefix: string;
  /** The time on the clock of the scheduler. */
  readonly now: number;
  readonly leaseMs: number;
  readonly lookMs: number;
  readonly lockMs: number;
  /** Whether its executions wait for `release`. */
  readonly holds?: boolean;
  /** Whether it is killed when it takes a slot. */
  readonly diesAtClaim?: boolean;
}

const processes = new ReusedProcesses(join(import.meta.dirname, 'timer-program.mjs'));

/** A process that executes schedules, with the published files of the packages. */
export class TimerProcess {
  /** The executions that began here, as `tenant/user: text`. */
  readonly executions: string[] = [];
  readonly #child: ChildProcess;

  private constructor(options: TimerProcessOptions) {
    this.#child = processes.start(options);
  }

  /** Resolves when the scheduler has started. */
  static async start(options: TimerProcessOptions): Promise<TimerProcess> {
    const started = new TimerProcess(options);
    let isReady = false;
    started.#child.on('message', ({ type, execution }: { type: string; execution: string }) => {
      if (type === 'began') started.executions.push(execution);
      else isReady = true;
    });
    await until(() => isReady || hasEnded(started.#child));
    if (!isReady) throw new Error('The process ended before it was ready.');
    return started;
  }

  /** Sets the clock of the scheduler. */
  setTime(now: number): void {
    if (this.#child.connected) this.#child.send({ now });
  }

  /** Lets all executions that wait return. */
  release(): void {
    this.#child.send('release');
  }

  /** Asks the scheduler to stop. Returns the exit code when the process has ended by itself. */
  async stop(): Promise<number | null> {
    this.#child.send('end');
    await end(this.#child);
    return this.#child.exitCode;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await end(this.#child);
  }

  /** Resolves when the process has ended by itself. */
  ended(): Promise<void> {
    return end(this.#child);
  }

  /** Stops the scheduler. Its process serves the next one. */
  giveBack(): Promise<void> {
    return processes.giveBack(this.#child);
  }

  static end(): void {
    processes.end();
  }
}
