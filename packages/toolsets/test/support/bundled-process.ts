import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Starts a bundle in a process, so that a test can kill it or give it descriptors.
 *
 * @param code - the body of an async function
 * @param inherited - a file that the process gets as descriptor 40, as from a careless parent
 */
export type StartHost = (code: string, inherited?: string) => ChildProcess;

/**
 * Bundles a program, and returns what starts it.
 *
 * @param folder - gets the program and the bundle
 * @param names - the variables that code of a process can use
 */
export function bundledProcess(folder: string, program: string, names: readonly string[]): StartHost {
  const [source, outfile] = [join(folder, 'host.ts'), join(folder, 'host.mjs')];
  const run = `import { readFileSync } from 'node:fs';
    const { constructor: AsyncFunction } = async () => undefined;
    await new AsyncFunction('${names.join()}', readFileSync(process.argv[2], 'utf8'))(${names.join()});`;
  writeFileSync(source, `${program}\n${run}`);
  buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm' });
  return (code, inherited) => {
    // Not an argument, in which a test would find texts of the code.
    const body = join(folder, randomUUID());
    writeFileSync(body, code);
    const args = [outfile, body];
    if (inherited === undefined) return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const descriptor = openSync(inherited, 'r');
    const others = Array.from({ length: 37 }, () => 'ignore' as const);
    try {
      return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', ...others, descriptor] });
    } finally {
      closeSync(descriptor);
    }
  };
}
