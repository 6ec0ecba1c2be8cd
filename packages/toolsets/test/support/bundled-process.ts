import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Starts a process that runs a bundle of code, so that a test can kill it or give it descriptors.
 *
 * @param folder - gets the code and the bundle
 * @param inherited - a file that the process gets as descriptor 40, as from a careless parent
 */
export function bundledProcess(folder: string, code: string, inherited?: string): ChildProcess {
  const [source, outfile] = [join(folder, 'host.ts'), join(folder, 'host.mjs')];
  writeFileSync(source, code);
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm' });
  if (inherited === undefined) return spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const descriptor = openSync(inherited, 'r');
  const others = Array.from({ length: 37 }, () => 'ignore' as const);
  try {
    return spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit', ...others, descriptor] });
  } finally {
    closeSync(descriptor);
  }
}
