import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ToolDefinition } from '@haft/core';
import type { CodeProblem } from '../code-backend.js';
import { toolDeclarations } from '../signatures/tool-declarations.js';
import { hasTypeScript } from './has-typescript.js';
import { CHECK_PROGRAM } from '../check-program.js';
import type { CheckJob, CheckReply } from './check-job.js';

/** The thread has neither the flags nor the environment of the process. */
const THREAD: WorkerOptions = { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [], env: {} };

/** Settings of a {@link ProgramChecker}. */
export interface ProgramCheckerOptions {
  /** The file that the thread runs. Default: the file of this package. */
  readonly program?: URL | undefined;
  /** Time for one check, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Time after the last check until the thread ends, in milliseconds. Default: 300,000. */
  readonly idleMs?: number | undefined;
}

/** A check that waits for its answer. */
interface Waiting {
  readonly answer: (problems: CheckReply['problems']) => void;
  /** Whether the caller left. The thread can still be busy with it. */
  isAborted: boolean;
}

/**
 * Checks programs against the declarations of the tools that they may call, with the compiler of
 * TypeScript. The compiler works in a thread, which starts with the first check, keeps what it
 * knows, and ends when there are no checks for a while. It does not keep the process running.
 *
 * The check is an aid: nothing depends on it. A program that cannot be checked, because TypeScript
 * is missing or slow, runs unchecked.
 *
 * It does not remove types: `run` does. With `stripTypeScriptTypes` of Node 22.13 and later, all
 * lines and columns stay, and syntax with effects, such as `enum`, is a syntax error. The check
 * reports it first. Node 20 has no such function. There, `run` loads the package `typescript` into
 * the thread of the caller (46 MB, 0.3 s), and prints the program again: lines can differ.
 */
export class ProgramChecker {
  private readonly program: URL;
  private readonly timeoutMs: number;
  private readonly idleMs: number;
  private readonly waiting = new Map<number, Waiting>();
  private thread: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;
  /** The declarations that the thread has. */
  private sent: string | undefined;
  private isPossible: boolean | undefined;

  /** @param options - the thread and its limits */
  constructor(options: ProgramCheckerOptions = {}) {
    this.program = options.program ?? CHECK_PROGRAM;
    this.timeoutMs = options.timeoutMs ?? 10_000;
    this.idleMs = options.idleMs ?? 300_000;
  }

  /**
   * Checks a program in JavaScript or TypeScript. Nothing runs.
   *
   * @param tools - the tools that the program may call
   * @returns at most 10 problems in the order of the code, or undefined if it was not checked: the
   *   package `typescript` with the API of versions 5 and 6 is not installed, or the check took too
   *   long
   * @throws the reason of the signal, if it aborts
   */
  async check(
    code: string,
    tools: readonly ToolDefinition[],
    signal: AbortSignal,
  ): Promise<readonly CodeProblem[] | undefined> {
    signal.throwIfAborted();
    this.isPossible ??= hasTypeScript();
    if (!this.isPossible) return undefined;
    const thread = this.startedThread();
    const declarations = toolDeclarations(tools);
    const id = ++this.lastId;
    const job: CheckJob = { id, code, ...(declarations !== this.sent && { declarations }) };
    this.sent = declarations;
    return this.answered(thread, job, signal);
  }

  /** Ends the thread. Checks in progress end without a result. */
  async dispose(): Promise<void> {
    await this.end();
  }

  private startedThread(): Worker {
    clearTimeout(this.idle);
    if (this.thread !== undefined) return this.thread;
    const thread = new Worker(this.program, THREAD);
    thread.on('message', ({ id, problems }: CheckReply) => this.waiting.get(id)?.answer(problems));
    const ended = (): void => {
      if (this.thread === thread) void this.end();
    };
    thread.on('error', ended);
    thread.on('exit', ended);
    this.thread = thread;
    return thread;
  }

  /** Ends the thread and answers the checks that wait for it. The next check starts another one. */
  private async end(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    this.sent = undefined;
    clearTimeout(this.idle);
    for (const { answer } of [...this.waiting.values()]) answer(undefined);
    await thread?.terminate();
  }

  private answered(thread: Worker, job: CheckJob, signal: AbortSignal): Promise<CheckReply['problems']> {
    thread.ref();
    return new Promise((resolve, reject) => {
      // The thread checks one program at a time, so the next check would wait for a slow one.
      const timer = setTimeout(() => void this.end(), this.timeoutMs);
      const stop = (): void => {
        waiting.isAborted = true;
        if ([...this.waiting.values()].every(({ isAborted }) => isAborted)) this.thread?.unref();
        timer.unref();
        reject(signal.reason as Error);
      };
      const answer = (problems: CheckReply['problems']): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.waiting.delete(job.id);
        if (this.waiting.size === 0) this.rest();
        resolve(problems);
      };
      const waiting: Waiting = { answer, isAborted: false };
      this.waiting.set(job.id, waiting);
      signal.addEventListener('abort', stop);
      thread.postMessage(job);
    });
  }

  /** Lets the process end, and the thread after a while. */
  private rest(): void {
    if (this.thread === undefined) return;
    this.thread.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.end(), this.idleMs).unref();
  }
}
