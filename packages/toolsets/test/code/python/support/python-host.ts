import { buildSync } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../../../../src/code/python');
const folders: string[] = [];

/**
 * Starts a bundle that runs programs of Python itself, so that a test can kill it or give it
 * descriptors.
 *
 * @param code - uses `execute(code, bridge)`
 * @param inherited - a file that the process gets as descriptor 40, as from a careless parent
 */
export function pythonHost(code: string, inherited?: string): ChildProcess {
  const folder = folderWith({
    'host.ts': `
      import { PythonBackend } from '${source}/python-backend.js';
      const backend = new PythonBackend();
      const signal = new AbortController().signal;
      const execute = (code, bridge) => backend.execute({ code, seconds: 300, leftMs: 300_000, signal, tools: [], scope: {} }, bridge);
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

/** Makes a temporary folder with files. Removed by `removeFolders`. */
export function folderWith(files: Readonly<Record<string, string>>, parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'haft-python-')));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
