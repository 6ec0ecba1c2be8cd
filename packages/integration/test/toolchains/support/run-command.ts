import { spawnSync } from 'node:child_process';

/** The output of a command. */
export interface CommandResult {
  readonly status: number | null;
  /** Standard output, then standard error. */
  readonly output: string;
}

/** Runs a file with this Node. */
export function runNode(args: readonly string[], folder: string, environment: NodeJS.ProcessEnv = {}): CommandResult {
  return runCommand(process.execPath, args, folder, environment);
}

export function runCommand(
  command: string,
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): CommandResult {
  const { NODE_OPTIONS: _ours, ...inherited } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...inherited, FORCE_COLOR: '0', CI: '1', ...environment },
    timeout: 120_000,
  });
  return { status, output: `${stdout}${stderr}` };
}
