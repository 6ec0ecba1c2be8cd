import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from './measure-processes.js';

/** Returns the command with a compile cache of Node that an earlier start has filled. */
export function withCompileCache(command: Command): Command {
  const environment = {
    ...command.environment,
    NODE_COMPILE_CACHE: mkdtempSync(join(tmpdir(), 'haft-compile-cache-')),
  };
  spawnSync(command.file, command.arguments, { cwd: command.folder, env: { ...process.env, ...environment } });
  return { ...command, environment };
}
