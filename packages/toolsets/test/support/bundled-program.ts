import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * Bundles a program of a test from source, so that other processes can run it.
 *
 * @param external - packages that the bundle loads from `node_modules`. Put the bundle below a
 *   folder that finds them.
 */
export function bundledProgram(source: string, outfile: string, external: string[] = []): string {
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    alias: { '@haft/core': join(ROOT, 'packages/core/src/index.ts') },
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    nodePaths: [join(ROOT, 'node_modules')],
  });
  return outfile;
}
