// Bundles the entry points of the package in the working directory: `dist/*.js` from `src/*.ts`. A hundred small source files cost a
// hundred times resolve + read + compile at import (see docs/decisions/0006); types stay as tsc writes them, a file each.
import { readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const { exports, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const outputs = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one.default]));

rmSync('dist/chunks', { recursive: true, force: true });
await build({
  entryPoints: outputs.map((output) => output.replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
  outdir: 'dist',
  outbase: 'src',
  bundle: true,
  // What entry points share stands in chunks, so that each class exists once.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Without the sources themselves: a stack trace names their files and lines, and the package stays small.
  sourcemap: true,
  sourcesContent: false,
  external: [...Object.keys(dependencies), ...Object.keys(peerDependencies)].flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});
