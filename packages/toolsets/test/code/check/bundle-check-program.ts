import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = new URL('../../../src/code/check/worker/check-program.ts', import.meta.url);

/** Bundles the program of the process from its source: Jest's modules load in no other process. */
export async function bundleCheckProgram(): Promise<URL> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-check-'));
  const file = join(folder, 'check-program.mjs');
  await build({
    entryPoints: [fileURLToPath(SOURCE)],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['typescript'],
    define: { 'import.meta.url': JSON.stringify(SOURCE.href) },
  });
  return pathToFileURL(file);
}
