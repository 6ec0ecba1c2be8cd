import { constants } from 'node:os';
import { HaftError, ModelRetry } from '@haft/core';
import type { CommandResult, StopReason } from '../command-result.js';
import { KeptOutput } from '../../sandbox/kept-output.js';
import { outputProgress, type OutputPart } from '../output/output-progress.js';
import type { ShellOptions } from '../shell-options.js';
import { CODE_LIMITS } from '../../code/code-limits.js';
import { ended } from '../../sandbox/ended.js';
import { launchInSandbox } from './launch-in-sandbox.js';
import { launchUnsafe } from './launch-unsafe.js';
import type { Command, Launched } from './launched.js';

/** The call that runs a command. */
export interface CommandCall {
  readonly seconds: number;
  /** Ends the command when it aborts. */
  readonly signal: AbortSignal;
  report(part: OutputPart): void;
}

/** A command that ended. */
export interface EndedCommand {
  /** The value for a program. */
  readonly result: CommandResult;
  /** The same with as much output as a model reads. */
  readonly shown: CommandResult;
}

/** Time between two measurements of the processes, in milliseconds. */
const WATCH_MS = 25;
/** The first process of a sandbox is a shell that waits for the command. */
const FIRST_PROCESS = 1;

/**
 * Runs a command to its end. Afterwards, none of its processes is left.
 *
 * @throws the reason of the signal if it aborts, after the end of all processes
 * @throws {ModelRetry} if the folder or the program is missing, or the arguments are too long
 * @throws {HaftError} HAFT_NO_SANDBOX if bubblewrap does not start the command
 */
export async function runCommand(options: ShellOptions, command: Command, call: CommandCall): Promise<EndedCommand> {
  call.signal.throwIfAborted();
  const launched = launch(options, command);
  const { maxOutputBytes: most } = options;
  const kept = { stdout: keptOutput(most), stderr: keptOutput(most) };
  let stopped: StopReason | undefined;
  const stop = (reason?: StopReason): void => {
    stopped ??= reason;
    launched.kill();
  };
  for (const stream of ['stdout', 'stderr'] as const) {
    const progress = outputProgress(stream, (part) => {
      call.report(part);
    });
    launched.child[stream].on('data', (chunk: Buffer) => {
      kept[stream].add(chunk);
      progress(chunk);
      if (kept.stdout.bytes + kept.stderr.bytes > options.maxWrittenBytes) stop('output');
    });
  }
  await endedWithin(launched, options, { ...call, stop });
  call.signal.throwIfAborted();
  const stderr = kept.stderr.text();
  const problem = stopped === undefined ? launched.problem?.(stderr) : undefined;
  if (problem !== undefined) throw notStarted(problem, command);
  const result: CommandResult = {
    ...exitOf(launched),
    stdout: kept.stdout.text(),
    stderr,
    stdoutTruncated: kept.stdout.isCut,
    stderrTruncated: kept.stderr.isCut,
    ...(stopped !== undefined && { stopped }),
    enforcement: launched.enforcement,
  };
  const shown: CommandResult = {
    ...result,
    stdout: kept.stdout.text(most),
    stderr: kept.stderr.text(most),
    stdoutTruncated: kept.stdout.bytes > most,
    stderrTruncated: kept.stderr.bytes > most,
  };
  return { result, shown };
}

/** A program gets the whole output, or an error about the size of the result. */
function keptOutput(shown: number): KeptOutput {
  return new KeptOutput(Math.max(shown, CODE_LIMITS.messageBytes));
}

function launch(options: ShellOptions, command: Command): Launched {
  const { sandbox } = options;
  try {
    return sandbox === undefined ? launchUnsafe(options, command) : launchInSandbox(options, sandbox, command);
  } catch (error) {
    throw notSpawned(error as NodeJS.ErrnoException, options);
  }
}

interface Supervision extends CommandCall {
  readonly stop: (reason?: StopReason) => void;
}

function stopIfFull(launched: Launched, options: ShellOptions, stop: Supervision['stop']): void {
  const { bytes, files } = launched.diskGrowth?.() ?? { bytes: 0, files: 0 };
  if (bytes > options.maxDiskBytes) stop('disk');
  else if (files > options.maxNewFiles) stop('files');
}

/** Waits for the end of a command, and stops it at its limits. */
async function endedWithin(launched: Launched, options: ShellOptions, call: Supervision): Promise<void> {
  const { seconds, signal, stop } = call;
  const watcher = setInterval(() => {
    const usage = launched.usage?.();
    if (usage === undefined) return;
    if (usage.processes > options.maxProcesses + FIRST_PROCESS) stop('processes');
    else if (usage.memoryBytes > options.maxMemoryBytes) stop('memory');
    else stopIfFull(launched, options, stop);
  }, WATCH_MS);
  const deadline = setTimeout(stop, seconds * 1000, 'time');
  const abort = (): void => {
    stop();
  };
  signal.addEventListener('abort', abort);
  try {
    await ended(launched);
  } catch (error) {
    throw notSpawned(error as NodeJS.ErrnoException, options);
  } finally {
    clearInterval(watcher);
    clearTimeout(deadline);
    signal.removeEventListener('abort', abort);
  }
}

function exitOf({ child: { exitCode, signalCode } }: Launched): Pick<CommandResult, 'exitCode' | 'signal'> {
  const code = exitCode ?? 128 + (signalCode === null ? 0 : constants.signals[signalCode]);
  const signal = signalCode ?? Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return { exitCode: code, ...(signal !== undefined && { signal }) };
}

function notStarted(problem: string, { folder }: Command): Error {
  if (problem.includes("Can't chdir to")) return new ModelRetry(`There is no folder ${folder.join('/')}.`);
  return new HaftError('HAFT_NO_SANDBOX', `bubblewrap did not start a command: ${problem}`, {
    hint: 'Check that the roots and mounts exist and that the user of the sandbox can read them.',
  });
}

function notSpawned(error: NodeJS.ErrnoException, { sandbox }: ShellOptions): Error {
  const { code = '' } = error;
  if (code === 'E2BIG')
    return new ModelRetry('The arguments are too long. Give the text as input, or write it to a file first.');
  if (sandbox !== undefined || !OF_PATHS.has(code)) return error;
  return new ModelRetry(`The program or its folder cannot be found or used (${code}).`);
}

/** Errors of a path. In a sandbox, it is the path of bubblewrap. */
const OF_PATHS = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'ENAMETOOLONG', 'ELOOP']);
