import type { ToolDefinition } from '@haft/core';
import { JobProcess } from '../../job-process.js';
import type { CodeProblem } from '../code-backend.js';
import { toolDeclarations } from '../signatures/tool-declarations.js';
import { CHECK_PROGRAM } from '../check-program.js';
import { hasTypeScript } from './has-typescript.js';
import type { CheckJob, CheckReply } from './check-job.js';

/** Memory of the process. */
const MEGABYTES = 512;

type CheckProcess = JobProcess<CheckJob, CheckReply>;

/** Settings of a {@link ProgramChecker}. */
export interface ProgramCheckerOptions {
  /** The file that the process runs. Default: the file of this package. */
  readonly program?: URL | undefined;
  /** Time for one check, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Time after the last check until the process ends, in milliseconds. Default: 300,000. */
  readonly idleMs?: number | undefined;
}

/** A check that waits for its answer. */
interface Waiting {
  /** Whether the caller left. The process can still be busy with it. */
  isAborted: boolean;
}

/**
 * Checks programs against the declarations of the tools that they may call, with the compiler of
 * TypeScript. The compiler works in a process, which starts with the first check, keeps what it
 * knows, and ends when there are no checks for a while. It does not keep the application running.
 *
 * The check is an aid: nothing depends on it. A program that cannot be checked, because TypeScript
 * is missing or slow, runs unchecked.
 *
 * It does not remove types: `run` does. With `stripTypeScriptTypes` of Node 22.13 and later, all
 * lines and columns stay, and syntax with effects, such as `enum`, is a syntax error. The check
 * reports it first. Node 20 has no such function. There, `run` loads the package `typescript` into
 * the process of the caller (46 MB, 0.3 s), and prints the program again: lines can differ.
 */
export class ProgramChecker {
  private readonly program: URL;
  private readonly timeoutMs: number;
  private readonly idleMs: number;
  private readonly waiting = new Set<Waiting>();
  private process: CheckProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  /** The declarations that the process has. */
  private sent: string | undefined;
  private isPossible: boolean | undefined;

  /** @param options - the process and its limits */
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
    const process = this.startedProcess();
    const declarations = toolDeclarations(tools);
    const job: CheckJob = { code, ...(declarations !== this.sent && { declarations }) };
    this.sent = declarations;
    return this.answered(process, job, signal);
  }

  /** Ends the process, and its checks without a result. The next check starts another one. */
  async dispose(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    clearTimeout(this.idle);
    await process?.end();
  }

  private startedProcess(): CheckProcess {
    clearTimeout(this.idle);
    if (this.process?.isOver === false) return this.process;
    this.sent = undefined;
    return (this.process = new JobProcess(this.program, MEGABYTES));
  }

  private answered(process: CheckProcess, job: CheckJob, signal: AbortSignal): Promise<CheckReply> {
    process.ref();
    return new Promise((resolve, reject) => {
      // The process checks one program at a time, so the next check would wait for a slow one.
      const timer = setTimeout(() => void this.dispose(), this.timeoutMs);
      const stop = (): void => {
        waiting.isAborted = true;
        if ([...this.waiting].every((one) => one.isAborted)) process.unref();
        timer.unref();
        reject(signal.reason as Error);
      };
      const answer = (problems: CheckReply): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        this.waiting.delete(waiting);
        if (this.waiting.size === 0) this.rest();
        resolve(problems);
      };
      const waiting: Waiting = { isAborted: false };
      this.waiting.add(waiting);
      signal.addEventListener('abort', stop);
      process.ask(job).then(answer, () => {
        answer(undefined);
      });
    });
  }

  /** Lets the application end, and the process after a while. */
  private rest(): void {
    if (this.process === undefined) return;
    this.process.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.dispose(), this.idleMs).unref();
  }
}
