import { ModelRetry, ToolFailed } from '@haft/core';
import { parsePath } from '../file/beneath/parse-path.js';
import { WORKSPACE } from '../sandbox/sandbox-arguments.js';
import type { ShellOptions } from './shell-options.js';

/**
 * Returns a program and its arguments.
 *
 * @throws {ModelRetry} if they cannot be a command
 */
export function commandOf(
  program: string,
  args: readonly string[],
  { allowScript }: Pick<ShellOptions, 'allowScript'>,
): { readonly program: string; readonly args: readonly string[] } {
  if (program.trim() === '') throw new ModelRetry('command is required.');
  if ([program, ...args].some((text) => text.includes('\0') || !text.isWellFormed())) {
    throw new ModelRetry('The command has characters that no command can have.');
  }
  const line = [program, ...args.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg))].join(' ').trim();
  if ((args.length === 0 && /\s/.test(program)) || CHANGE_FOLDER.test(line))
    throw new ModelRetry(separated(line, allowScript));
  return { program, args };
}

/** Returns the right form of a line for a shell. */
function separated(line: string, allowScript: boolean): string {
  const [, folder, rest = ''] = CHANGE_FOLDER.exec(line) ?? [];
  const command = folder === undefined ? line : rest;
  if (command === '')
    return `cd changes no folder for the next command. Give it cwd ${JSON.stringify(unquoted(folder ?? ''))}.`;
  const cwd = folder === undefined ? {} : { cwd: unquoted(folder) };
  if (SHELL_SYNTAX.test(command) && !allowScript) return 'No shell reads the command. Make a call for each program.';
  if (SHELL_SYNTAX.test(command)) {
    const example = JSON.stringify({ script: command, ...cwd });
    return `No shell reads the command. For pipes, quotes and several programs, run a script, such as ${example}.`;
  }
  const words = command.split(/\s+/);
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  if (start === -1) return 'No variables can be set, and there is no program after them.';
  const [first, ...others] = words.slice(start);
  const example = JSON.stringify({ command: first, args: others, ...cwd });
  if (start !== 0) return `No variables can be set. command takes the program alone, such as ${example}.`;
  return `command takes the program alone, and args its arguments, such as ${example}.`;
}

const CHANGE_FOLDER = /^cd\s+("[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:(?:&&|;)\s*(\S.*))?$/s;
/** Sets a variable for the program after it. */
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const SHELL_SYNTAX = /[|&;<>()$`*?"'\\~{}\n]/;

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2');
}

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
