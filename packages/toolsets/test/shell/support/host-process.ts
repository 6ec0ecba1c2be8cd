import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from './shell-run.js';

const source = join(import.meta.dirname, '../../../src/shell');

/**
 * Starts a process that runs commands itself, so that a test can kill it or give it descriptors.
 *
 * @param code - uses `runCommand` and `options`
 * @param inherited - a file that the process gets as descriptor 40, as from a careless parent
 */
export function hostProcess(code: string, inherited?: string): ChildProcess {
  const folder = folderWith({
    'host.ts': `
      import { runCommand } from '${source}/process/run-command.js';
      import { ShellOptions } from '${source}/shell-options.js';
      const options = new ShellOptions({ root: import.meta.dirname, ...(process.getuid() === 0 && { user: { uid: 0, gid: 0 } }) });
      ${code}
    `,
  });
  const outfile = join(folder, 'host.mjs');
  buildSync({ entryPoints: [join(folder, 'host.ts')], outfile, bundle: true, platform: 'node', format: 'esm' });
  if (inherited === undefined) return spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const descriptor = openSync(inherited, 'r');
  const others = Array.from({ length: 37 }, () => 'ignore' as const);
  try {
    return spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit', ...others, descriptor] });
  } finally {
    closeSync(descriptor);
  }
}
