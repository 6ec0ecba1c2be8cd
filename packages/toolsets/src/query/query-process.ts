import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ToolFailed } from '@haft/core';
import { MEMORY_EXIT, type QueryJob, type QueryReply } from './process/query-job.js';
import { Slots } from '../slots.js';
import { watchMemory } from './watch-memory.js';

/** Limits of a process. */
export interface ProcessLimits {
  /** In milliseconds. */
  readonly timeoutMs: number;
  /** Most processes at the same time. */
  readonly concurrency: number;
}

/**
 * Runs each query in a process of its own. The process can be ended in every state, and a query
 * that uses up its memory or ends it in another way does not reach the application. It gets neither
 * the environment nor other descriptors than those of its tables.
 */
export class QueryProcess {
  private readonly slots: Slots;

  /**
   * @param program - the file that the process runs
   */
  constructor(
    private readonly program: URL,
    private readonly limits: ProcessLimits,
  ) {
    this.slots = new Slots(limits.concurrency);
  }

  /**
   * Runs a query.
   *
   * @param descriptors - open files, which the process has as descriptors 3, 4 and so on
   * @throws {ToolFailed} if the query takes too much time or memory
   * @throws the reason of the signal, if it aborts
   */
  async run(job: QueryJob, descriptors: readonly number[], signal: AbortSignal): Promise<QueryReply> {
    return this.slots.use(signal, () => this.runNow(job, descriptors, signal));
  }

  private async runNow(job: QueryJob, descriptors: readonly number[], signal: AbortSignal): Promise<QueryReply> {
    const child = spawn(process.execPath, [fileURLToPath(this.program)], {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'ignore', ...descriptors],
      windowsHide: true,
    });
    let failure: Error | undefined;
    const end = (reason: Error): void => {
      failure ??= reason;
      child.kill('SIGKILL');
    };
    const abort = (): void => {
      end(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      end(new ToolFailed(`The query took longer than ${seconds(this.limits.timeoutMs)}. Make it read fewer rows.`));
    }, this.limits.timeoutMs);
    const endWatch = watchMemory(child, job.memoryBytes);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const { code, output } = await outputOf(child, `${JSON.stringify(job)}\n`);
      if (failure !== undefined) throw failure;
      if (endWatch()) return { kind: 'memory' };
      return this.replyOf(code, output);
    } finally {
      clearTimeout(timer);
      endWatch();
      signal.removeEventListener('abort', abort);
    }
  }

  private replyOf(code: number | null, output: string): QueryReply {
    if (code === MEMORY_EXIT) return { kind: 'memory' };
    try {
      return JSON.parse(output) as QueryReply;
    } catch {
      throw new ToolFailed('The query ended the process of the database. Simplify it.');
    }
  }
}

function seconds(milliseconds: number): string {
  return `${String(milliseconds / 1000)} seconds`;
}

/** Sends the input and returns what the process wrote until it ended. */
function outputOf(child: ChildProcess, input: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    child.once('error', reject);
    // A process that ended takes no input. Its exit code says why.
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('close', (code) => {
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') });
    });
    child.stdin?.write(input);
  });
}
