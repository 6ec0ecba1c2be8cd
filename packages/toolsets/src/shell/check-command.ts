import { ModelRetry, ToolFailed } from '@haft/core';
import { parsePath } from '../file/beneath/parse-path.js';
import { WORKSPACE } from '../sandbox/sandbox-arguments.js';
import type { ShellOptions } from './shell-options.js';
import { shellWords } from './shell-words.js';

/** A program with its arguments, and the folder to which its line changes before. */
interface ReadCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder?: string | undefined;
}

/** The other arguments of a call, if they have not the usual values. */
interface OtherArguments {
  readonly cwd?: string;
  readonly timeoutSeconds?: number;
  readonly input?: string;
}

/**
 * Returns a program and its arguments. Splits a line such as `cd web && npm test` if a shell would
 * do no more.
 *
 * @throws {ModelRetry} if they cannot be a command
 */
export function commandOf(
  program: string,
  args: readonly string[],
  { allowScript }: Pick<ShellOptions, 'allowScript'>,
  others: OtherArguments = {},
): ReadCommand {
  if (program.trim() === '') throw new ModelRetry('command is required.');
  if ([program, ...args].some((text) => text.includes('\0') || !text.isWellFormed())) {
    throw new ModelRetry('The command has characters that no command can have.');
  }
  const line = [program, ...args.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg))].join(' ').trim();
  const [, changed, rest = ''] = CHANGE_FOLDER.exec(line) ?? [];
  if (changed === undefined && (args.length > 0 || !/\s/.test(program))) return { program, args };
  const [named] = shellWords(changed ?? '') ?? [];
  // Only a shell knows which folder it is.
  if (changed !== undefined && named === undefined) throw new ModelRetry(separated(line, others, allowScript));
  const folder = named === undefined ? undefined : joined(others.cwd, named);
  const cwd = folder === undefined ? {} : { cwd: folder };
  const command = changed === undefined ? line : rest;
  if (command === '')
    throw new ModelRetry(`cd changes no folder for the next command. Give it cwd ${JSON.stringify(folder)}.`);
  const [first, ...more] = shellWords(command) ?? [];
  if (first === undefined) throw new ModelRetry(separated(command, { ...others, ...cwd }, allowScript));
  return { program: first, args: more, folder };
}

/** Returns the right call for a line that only a shell can read. */
function separated(command: string, others: OtherArguments, allowScript: boolean): string {
  const words = command.split(/\s+/);
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  if (start === -1) return 'No variables can be set, and there is no program after them.';
  const [first, ...more] = shellWords(words.slice(start).join(' ')) ?? [];
  if (start > 0 && first !== undefined) {
    const example = JSON.stringify({ command: first, args: more, ...others });
    return `No variables can be set. Call shell_run with ${example}.`;
  }
  if (!allowScript) return 'No shell reads the command. Make a call for each program.';
  const example = JSON.stringify({ script: command, ...others });
  return `No shell reads the command. For pipes, wildcards and several programs, call shell_script with ${example}.`;
}

/** Returns a folder seen from the one of the call. */
function joined(cwd: string | undefined, folder: string): string {
  return cwd === undefined || cwd === '.' || folder.startsWith('/') ? folder : `${cwd}/${folder}`;
}

const CHANGE_FOLDER = /^cd\s+((?:"[^"]*"|'[^']*'|[^\s;&|"'])+)\s*(?:(?:&&|;)\s*(\S.*))?$/s;
/** Sets a variable for the program after it. */
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * Checks a program against the setting `allow`.
 *
 * @throws {ToolFailed} if it is not allowed
 */
export function requireAllowed(program: string, { allow }: ShellOptions): void {
  if (allow === undefined || allow.has(program)) return;
  throw new ToolFailed(`The program '${program}' is not allowed. Allowed: ${[...allow].join(', ')}.`);
}

/**
 * Returns the names of a folder, from the workspace on. Accepts the path that commands print.
 *
 * @throws {ModelRetry} if the path leaves the workspace or begins with no root
 */
export function folderOf(cwd: string, { roots }: ShellOptions): readonly string[] {
  const inside = cwd === WORKSPACE || cwd.startsWith(`${WORKSPACE}/`) ? `.${cwd.slice(WORKSPACE.length)}` : cwd;
  const names = parsePath(inside);
  const known = roots.map(({ name }) => name);
  const [first] = names;
  if (known.includes('') || first === undefined || known.includes(first)) return names;
  throw new ModelRetry(`There is no folder ${cwd}. Paths begin with one of: ${known.join(', ')}.`);
}
