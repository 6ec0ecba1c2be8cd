// Bundles the entry points of the package in the working directory: `dist/*.js` from `src/*.ts`. A
// hundred small source files cost a hundred times resolve + read + compile at import (see
// docs/decisions/0006). Types stay as tsc writes them, one file each. Names and lines stay as they
// are, and source maps lead to the sources, which are in the package.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import * as esbuild from 'esbuild';

const { exports, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Programs of worker threads and processes, which start them by their file. */
const programs = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\b(worker|process)\/[a-z-]+-program\.ts$/.test(file),
);

const entries = [
  ...Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [sourceOf(one.default)])),
  ...programs.map((file) => `src/${file}`),
];
// Alone, although others contain its functions: a start reads nothing else of its package.
const alone = entries.filter((file) => file === 'src/basics.ts');

// Files of an earlier build.
for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (/\.js(\.map)?$/.test(file)) rmSync(`dist/${file}`);
}
await bundle(entries.filter((file) => !alone.includes(file)));
await bundle(alone);

/** Bundles files. A module is in one file, also if several import it: a class has one identity. */
async function bundle(entryPoints) {
  const { metafile } = await esbuild.build({
    entryPoints,
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Development dependencies that a source imports are in the bundle, with their licences in
    // THIRD-PARTY-LICENSES.
    external: Object.keys({ ...dependencies, ...peerDependencies }).flatMap((one) => [one, `${one}/*`]),
    sourcemap: true,
    // The sources are in the package.
    sourcesContent: false,
    logLevel: 'warning',
    metafile: true,
  });
  // esbuild imports a chunk for its effects, too. Ours have none, and bundlers warn of it.
  for (const file of Object.keys(metafile.outputs).filter((one) => one.endsWith('.js'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^import "\..*\/chunk-.*";$/gm, ''));
  }
}

/** Returns the source of a published file. */
function sourceOf(output) {
  return output.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
}
