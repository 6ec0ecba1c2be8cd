import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { HaftError } from '@haft/core';
import { ended } from '../../sandbox/ended.js';
import { KeptOutput } from '../../sandbox/kept-output.js';
import type { Bridge, BridgeAnswer, BridgedCall, EndedExecution, Program } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';
import { launchPython, MOST_THREADS, type LaunchedPython } from './launch-python.js';
import { LineSplitter } from './line-splitter.js';
import { MOST_LINE_BYTES, readProgramMessage, type EndMessage } from './program-message.js';
import type { PythonOptions } from './python-options.js';

/** One program of Python, from its start to its end. Afterwards, none of its processes is left. */
export class PythonProgram {
  private readonly token = randomBytes(24).toString('base64url');
  private readonly logs = new KeptOutput(CODE_LIMITS.logBytes - NOTICE_BYTES);
  private readonly problem = new KeptOutput(PROBLEM_BYTES);
  private readonly lines = new LineSplitter(MOST_LINE_BYTES);
  private begun = false;
  private calls = 0;
  private open = 0;
  private end: EndMessage | undefined;
  /** Why the program was ended by force, for the model. */
  private stopped: string | undefined;
  /** An error that the model does not read. */
  private failure: { readonly error: unknown } | undefined;
  private launched: LaunchedPython | undefined;

  constructor(
    private readonly options: PythonOptions,
    private readonly program: Program,
    private readonly bridge: Bridge,
  ) {}

  /**
   * Runs the program to its end.
   *
   * @throws the reason of the signal if it aborts, after the end of all processes
   * @throws {HaftError} HAFT_NO_SANDBOX if Python does not start
   */
  async run(): Promise<EndedExecution> {
    const { signal } = this.program;
    signal.throwIfAborted();
    const launched = launchPython(this.options);
    this.launched = launched;
    launched.child.stdout.on('data', (chunk: Buffer) => {
      this.logs.add(chunk);
      if (this.logs.bytes > MOST_WRITTEN_BYTES) this.stop('The program printed more than 100 MB.');
    });
    launched.child.stderr.on('data', (chunk: Buffer) => {
      this.problem.add(chunk);
    });
    launched.output.on('data', (chunk: Buffer) => {
      this.read(chunk);
    });
    this.send({
      code: this.program.code,
      modules: this.options.modules,
      messageBytes: CODE_LIMITS.messageBytes,
      resultBytes: CODE_LIMITS.resultBytes,
    });
    await this.endedWithin(launched);
    signal.throwIfAborted();
    if (this.failure !== undefined) throw this.failure.error;
    return this.execution(launched);
  }

  private async endedWithin(launched: LaunchedPython): Promise<void> {
    const { signal, leftMs, seconds } = this.program;
    const watcher = setInterval(() => {
      const usage = launched.usage?.();
      if (usage === undefined) return;
      if (usage.memoryBytes > this.options.maxMemoryBytes) this.stop(OUT_OF_MEMORY);
      else if (usage.processes > MOST_THREADS) this.stop(`The program started more than ${MOST_THREADS} threads.`);
    }, WATCH_MS);
    const deadline = setTimeout(() => {
      this.stop(`execution timed out after ${seconds}s`);
    }, leftMs);
    const abort = (): void => {
      launched.kill();
    };
    signal.addEventListener('abort', abort);
    try {
      await ended(launched);
    } finally {
      clearInterval(watcher);
      clearTimeout(deadline);
      signal.removeEventListener('abort', abort);
    }
  }

  private execution({ child, problem }: LaunchedPython): EndedExecution {
    const logs = this.logsText();
    if (this.end !== undefined) {
      const { exitCode, output, error } = this.end;
      return { kind: 'ended', exitCode, logs, ...(output !== undefined && { output }), ...(error && { error }) };
    }
    if (this.stopped !== undefined) return { kind: 'ended', exitCode: null, logs, error: this.stopped };
    if (!this.begun) throw notStarted(problem?.(this.problem.text()) ?? this.problem.text().trim());
    const exitCode = child.exitCode ?? 128 + (child.signalCode === null ? 0 : constants.signals[child.signalCode]);
    return { kind: 'ended', exitCode, logs, error: `exit code ${exitCode}` };
  }

  /** Bytes that are not UTF-8 become longer as text, so the text may have to be cut again. */
  private logsText(): string {
    const text = this.logs.text();
    if (Buffer.byteLength(text) <= CODE_LIMITS.logBytes) return text;
    const again = new KeptOutput(CODE_LIMITS.logBytes - NOTICE_BYTES);
    again.add(Buffer.from(text));
    return again.text();
  }

  private read(chunk: Buffer): void {
    if (this.isOver) return;
    const lines = this.lines.add(chunk);
    for (const line of lines ?? []) this.receive(line);
    if (lines === undefined) this.stop(VIOLATION);
  }

  private receive(line: Buffer): void {
    if (this.isOver) return;
    const message = readProgramMessage(line, this.token);
    if (message?.type === 'begun' && !this.begun) this.begun = true;
    else if (message?.type === 'call' && this.begun && message.call.number === this.calls + 1) this.call(message.call);
    else if (message?.type === 'end' && this.begun) this.finish(message);
    else this.stop(VIOLATION);
  }

  private get isOver(): boolean {
    return this.end !== undefined || this.stopped !== undefined;
  }

  private call(call: BridgedCall): void {
    this.calls += 1;
    if (this.calls > CODE_LIMITS.requests) {
      this.stop(`The program made more than ${CODE_LIMITS.requests} calls.`);
      return;
    }
    this.open += 1;
    // The rest waits in the sandbox, so that a program cannot fill the memory of this process.
    if (this.open === MOST_OPEN) this.launched?.output.pause();
    this.bridge.call(call).then(
      (answer) => {
        this.open -= 1;
        if (this.open === MOST_OPEN - 1) this.launched?.output.resume();
        this.answer(call.number, answer);
      },
      (error: unknown) => {
        this.fail(error);
      },
    );
  }

  private answer(id: number, answer: BridgeAnswer): void {
    if (answer.kind === 'value') {
      this.write(`{"token":"${this.token}","id":${id},"value":${answer.json.replaceAll(/[\n\r]/g, ' ')}}\n`);
    } else if (answer.kind === 'error') {
      const { message, status, issues } = answer;
      this.send({ id, error: { message, status, issues } });
    } else {
      this.fail(new TypeError('A call of Python cannot wait for a decision.'));
    }
  }

  private send(message: object): void {
    this.write(`${JSON.stringify({ token: this.token, ...message })}\n`);
  }

  private write(line: string): void {
    if (!this.isOver) this.launched?.input.write(line);
  }

  private finish(end: EndMessage): void {
    this.end = end;
    this.launched?.kill();
  }

  private stop(reason: string): void {
    if (!this.isOver) this.stopped = reason;
    this.launched?.kill();
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.launched?.kill();
  }
}

/** Time between two measurements of the processes, in milliseconds. */
const WATCH_MS = 25;
/** Room for the line in place of the middle of the logs. */
const NOTICE_BYTES = 64;
/** The longest text of the interpreter that did not start. */
const PROBLEM_BYTES = 4_000;
/** Printed text after which a program is ended. */
const MOST_WRITTEN_BYTES = 100_000_000;
/** Calls that wait or run in this process. */
const MOST_OPEN = 16;

const VIOLATION = 'protocol violation';
const OUT_OF_MEMORY = 'out of memory';

function notStarted(problem: string): HaftError {
  return new HaftError('HAFT_NO_SANDBOX', `Python did not start: ${problem || 'no output'}`, {
    hint: 'Check that the mounts and modules exist and that the user of the sandbox can read them.',
  });
}
