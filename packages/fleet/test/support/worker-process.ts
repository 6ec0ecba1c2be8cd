import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { end, hasEnded, ReusedProcesses } from './reused-processes.js';
import { until } from './turn.js';

/** A message of a worker process: something began or was seen there. */
export interface WorkerMessage {
  readonly type: 'ready' | 'began' | 'reconciling' | 'aborted';
  readonly tool?: string;
  /** The answer that the call wants from `reconcile`. */
  readonly found?: string;
  readonly tenantId?: string;
  readonly attempt?: number;
  readonly effectKey?: string;
  readonly approvedBy?: unknown;
}

/** Options of a worker process. */
export interface WorkerProcessOptions {
  /** The socket of Redis. */
  readonly socket?: string;
  /** The connection string of Postgres. */
  readonly postgres?: string;
  /** The tools that it executes. */
  readonly tools: readonly string[];
  /** The file of the ledger. */
  readonly ledger: string;
  readonly prefix?: string;
  readonly lockMs?: number;
  /** Calls of one tool at a time. */
  readonly concurrency?: number;
  /** The version of all tools. */
  readonly version?: string;
}

const processes = new ReusedProcesses(join(import.meta.dirname, 'worker-program.mjs'));

/** A worker in its own process, with the published files of the packages. */
export class WorkerProcess {
  readonly messages: WorkerMessage[] = [];
  readonly #child: ChildProcess;

  private constructor(options: WorkerProcessOptions) {
    this.#child = processes.start(options);
    this.#child.on('message', (message: WorkerMessage) => this.messages.push(message));
  }

  /** Resolves when the worker takes calls. */
  static async start(options: WorkerProcessOptions): Promise<WorkerProcess> {
    const started = new WorkerProcess(options);
    await started.told('ready');
    return started;
  }

  /** Resolves when a message of this type has come. */
  async told(type: WorkerMessage['type']): Promise<WorkerMessage> {
    await until(() => this.messages.some((one) => one.type === type) || hasEnded(this.#child));
    const found = this.messages.find((one) => one.type === type);
    if (found === undefined) throw new Error(`The worker process ended before '${type}'.`);
    return found;
  }

  /** The executions that began here. */
  get began(): readonly WorkerMessage[] {
    return this.messages.filter(({ type }) => type === 'began');
  }

  /** Lets all tools that wait return. */
  release(): void {
    this.#child.send('release');
  }

  /** Ends the process as an operating system does at a loss of power. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await end(this.#child);
  }

  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  continue(): void {
    this.#child.kill('SIGCONT');
  }

  /** Ends the worker. Its process serves the next one. */
  stop(): Promise<void> {
    return processes.giveBack(this.#child);
  }

  static end(): void {
    processes.end();
  }
}
