// Bundles the entry points of the package in the working directory: `dist/*.js` from `src/*.ts`. A hundred small source files cost a
// hundred times resolve + read + compile at import (see docs/decisions/0006); types stay as tsc writes them, a file each.
import { readFileSync, rmSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Dependencies that stand in the bundle itself, so that the import of `haft` has fewer files to find, read and link. `@haft/schema`
 * has no state, so that a copy in each package is as good as one; reflect-metadata keeps its records in a registry on `Reflect`,
 * which all its copies in a process share.
 */
const INLINED = { '@haft/core': ['@haft/schema', 'reflect-metadata'], '@haft/runtime': ['@haft/schema'] };

/** Entry points of a few functions, which are cheaper to repeat than to import as a file more. */
const REPEATED = { '@haft/core': ['src/fingerprint.ts'] };

const { name, exports, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const inlined = INLINED[name] ?? [];
const outside = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
  (one) => !inlined.includes(one),
);
const outputs = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one.default]));
const entries = outputs.map((output) => resolve(output.replace('./dist/', 'src/').replace(/\.js$/, '.ts')));
const repeated = (REPEATED[name] ?? []).map((one) => resolve(one));

rmSync('dist/chunks', { recursive: true, force: true });
const owners = new Map();
for (const entry of entries) {
  const { metafile } = await build({
    entryPoints: [entry],
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    // What is imported on demand stands in a file of its own.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Without the sources themselves: a stack trace names their files and lines, and the package stays small.
    sourcemap: true,
    sourcesContent: false,
    external: outside.flatMap((one) => [one, `${one}/*`]),
    plugins: [otherEntries(entry), { name: 'schema-sources', setup: readSchemaFromSource }],
    metafile: true,
    logLevel: 'warning',
  });
  for (const source of Object.keys(metafile.inputs)) refuseSecondCopy(source, entry);
}

/** What is an entry point of its own is imported by the others, so that it is there once. */
function otherEntries(entry) {
  return {
    name: 'other-entries',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
        const source = resolve(resolveDir, path).replace(/\.js$/, '.ts');
        if (source === entry || !entries.includes(source) || repeated.includes(source)) return undefined;
        const output = relative(dirname(entry), source).replace(/\.ts$/, '.js');
        return { path: output.startsWith('.') ? output : `./${output}`, external: true };
      });
    },
  };
}

/** Of one bundled file esbuild keeps what might have an effect; of its sources only what is asked for. */
function readSchemaFromSource({ onResolve }) {
  if (!inlined.includes('@haft/schema')) return;
  onResolve({ filter: /^@haft\/schema(\/|$)/ }, ({ path }) => ({
    path: resolve(path.replace('@haft/schema', '../schema/src'), 'index.ts'),
    sideEffects: false,
  }));
}

/**
 * Functions may stand in two entry points; of a class in two, the instances of one are no instances of the other. The classes of
 * `@haft/schema` are seen by nobody outside.
 */
function refuseSecondCopy(source, entry) {
  if (name === '@haft/schema') return;
  if (!source.startsWith('src/') || !/^(export )?(abstract )?class /m.test(readFileSync(source, 'utf8'))) return;
  const owner = owners.get(source) ?? entry;
  if (owner !== entry)
    throw new Error(`${source} has a class, and stands in ${owner} and in ${entry}: import one of them.`);
  owners.set(source, entry);
}
