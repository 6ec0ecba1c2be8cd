import { createRuntime, type Run } from '@haft/runtime';
import { chownSync, mkdtempSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ShellOptions, shellToolset, type CommandResult, type ShellToolsetSettings } from '../../../src/shell/index.js';

/** Whether this process is root. */
export const isRoot = process.getuid?.() === 0;

/** Runs commands as this user, also if that is root, for whom the sandbox is weakest. */
export const asThisUser: Pick<ShellToolsetSettings, 'user'> = isRoot ? { user: { uid: 0, gid: 0 } } : {};

/** Another user, for folders that root gives away. */
export const OTHER_USER = { uid: 54_321, gid: 54_321 };

/** Why commands cannot run in a sandbox here, or undefined if they can. */
export const noSandbox = ((): string | undefined => {
  try {
    new ShellOptions({ root: realpathSync(tmpdir()), ...asThisUser });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();

/** `describe` if commands can run in a sandbox here. */
export const describeSandboxed = noSandbox === undefined ? describe : describe.skip;

const folders: string[] = [];

/** Makes a temporary folder with files. Removed by `removeFolders`. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'haft-shell-')));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Makes a temporary folder that does not belong to root. */
export function folderOfUser(): string {
  const folder = folderWith();
  if (isRoot) chownSync(folder, OTHER_USER.uid, OTHER_USER.gid);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Starts a run with the shell tools of a folder, none of which waits for an approval. */
export function shellRun(settings: ShellToolsetSettings, options: { signal?: AbortSignal } = {}): Run {
  const toolsets = shellToolset({ approval: 'none', allowScript: true, ...asThisUser, ...settings });
  return createRuntime({ toolsets, limits: { retries: 1_000_000 } }).startRun(options) as Run;
}

/** Calls a tool as a model does. Returns the status and the text for the model. */
export async function ask(run: Run, name: string, args: object): Promise<string> {
  const outcome = await run.call({ name, arguments: JSON.stringify(args) });
  return `${outcome.status}: ${outcome.text}`;
}

/** Runs a script in a new sandbox and returns its result. */
export async function runScript(
  script: string,
  settings: Partial<ShellToolsetSettings> = {},
  args: object = {},
): Promise<CommandResult> {
  const run = shellRun({ ...(settings.roots === undefined && { root: folderWith() }), ...settings });
  return resultOf(run, 'shell_script', { script, ...args });
}

/** Calls a tool that must succeed. Returns its value. */
export async function resultOf(run: Run, name: string, args: object): Promise<CommandResult> {
  const outcome = await run.call({ name, arguments: JSON.stringify(args) });
  if (outcome.status !== 'success') throw new Error(`${outcome.status}: ${outcome.text}`);
  return outcome.value as CommandResult;
}
