import { stripVTControlCharacters } from 'node:util';
import type { CommandResult } from '../command-result.js';
import type { ShellOptions } from '../shell-options.js';
import { shortTap } from './short-tap.js';

/** A command as the model gave it. */
export interface AskedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly seconds: number;
}

/** Returns the text that a model reads: how the command ended, the next action, the output. */
export function describeResult(result: CommandResult, asked: AskedCommand, options: ShellOptions): string {
  const [stdout, stderr] = [shown(result.stdout), shown(result.stderr)];
  const lines = [endOf(result, asked, options), ...advice(result, asked, options)];
  if (stdout !== '') lines.push('', 'stdout:', stdout);
  if (stderr !== '') lines.push('', 'stderr:', stderr);
  if (stdout === '' && stderr === '') lines.push('The command printed nothing.');
  return lines.join('\n');
}

/** Leaves out sequences for terminals, such as colours, and the frames of Node.js in stacks. */
function shown(text: string): string {
  return shortTap(stripVTControlCharacters(text).trimEnd()).replace(
    FRAMES,
    (frames, indent: string) => `${indent}... ${String(frames.split('\n').length)} frames of Node.js`,
  );
}

/** Two frames or more of Node.js itself, one below the other. */
const FRAMES = /^([ \t]*)\S[^\n]*node:[\w/]+:\d+:\d+\)?(?:\n[ \t]*\S[^\n]*node:[\w/]+:\d+:\d+\)?)+$/gm;

function endOf({ exitCode, signal, stopped }: CommandResult, { seconds }: AskedCommand, options: ShellOptions): string {
  switch (stopped) {
    case 'time':
      return `The command timed out after ${seconds} s and was stopped.`;
    case 'memory':
      return `The command used more than ${megabytes(options.maxMemoryBytes)} of memory and was stopped.`;
    case 'processes':
      return `The command had more than ${options.maxProcesses} processes and threads and was stopped.`;
    case 'output':
      return `The command wrote more than ${megabytes(options.maxWrittenBytes)} of output and was stopped.`;
    case 'disk':
      return `The command filled the disk with more than ${megabytes(options.maxDiskBytes)} and was stopped.`;
    case 'files':
      return `The command made more than ${options.maxNewFiles} files and was stopped.`;
    default:
      return signal === undefined ? `Exit code ${exitCode}.` : `Exit code ${exitCode} (${signal}).`;
  }
}

function advice(result: CommandResult, asked: AskedCommand, options: ShellOptions): string[] {
  const texts: string[] = [];
  const { exitCode, stdout, stderr, stopped } = result;
  if (stopped === 'time') {
    const more = asked.seconds < options.maxSeconds ? `Set timeoutSeconds, at most ${options.maxSeconds}, or do` : 'Do';
    texts.push(`${more} less in one command. Background processes end with the command.`);
  }
  if (stopped === 'disk') texts.push('Delete the files that it left, or tell the user how much space it needs.');
  if (stopped === 'files') texts.push('Delete the files that it left, or tell the user how many files it needs.');
  if (result.stdoutTruncated || result.stderrTruncated) {
    texts.push('The middle of the output was left out. Write the output to a file to read all of it, or filter it.');
  }
  if (stopped !== undefined || exitCode === 0) return texts;
  const output = `${stderr}\n${stdout}`;
  if (exitCode === NOT_FOUND && isAbout(stderr, asked.program)) {
    texts.push(`There is no program '${asked.program}'. Use another program, or the path of a file in the workspace.`);
  }
  if (exitCode === NOT_EXECUTABLE && isAbout(stderr, asked.program)) {
    texts.push(`'${asked.program}' cannot be executed. If it is a script, give the interpreter as the program.`);
  }
  const syntax = asked.args.find((arg) => SHELL_SYNTAX.has(arg));
  if (syntax !== undefined) texts.push(`No shell reads the arguments, so '${syntax}' is a text for the program.`);
  if (options.sandbox === undefined) return texts;
  if (NO_PATH.test(output))
    texts.push('/dev/stdin, /dev/stdout and /dev/stderr cannot be opened. Write >&2, or use a file.');
  if (!options.network && NO_NETWORK.test(output)) texts.push('Commands have no network.');
  if (/read-only file system/i.test(output)) texts.push(`Only ${writable(options)} can be changed.`);
  return texts;
}

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const SHELL_SYNTAX = new Set(['|', '||', '&&', '&', '>', '>>', '<', '2>', '2>&1', '*']);
const NO_NETWORK =
  /could not resolve|name resolution|name or service not known|network is unreachable|ENOTFOUND|EAI_AGAIN|ENETUNREACH/i;

/** The standard descriptors are sockets, which have no path. */
const NO_PATH = /\/dev\/(?:std(?:in|out|err)|fd\/[012])\b.*no such device or address/i;

/** Returns whether the message comes from the program that starts the command. */
function isAbout(stderr: string, program: string): boolean {
  return stderr.replace(/\n.*/s, '').includes(program);
}

function writable({ roots }: ShellOptions): string {
  const names = roots.filter(({ readOnly }) => !readOnly).map(({ name }) => (name === '' ? 'the workspace' : name));
  return [...names, '/tmp'].join(', ');
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000_000)} MB`;
}
