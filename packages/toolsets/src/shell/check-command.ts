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
): { readonly program: string; readonly args: readonly string[] } {
  if (program.trim() === '') throw new ModelRetry('command is required.');
  if ([program, ...args].some((text) => text.includes('\0') || !text.isWellFormed())) {
    throw new ModelRetry('The command has characters that no command can have.');
  }
  if (args.length === 0 && /\s/.test(program)) {
    const [first, ...rest] = program.trim().split(/\s+/);
    const example = JSON.stringify({ command: first, args: rest });
    throw new ModelRetry(`command takes the program alone, and args its arguments, such as ${example}.`);
  }
  return { program, args };
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
