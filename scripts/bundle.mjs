// Bundles the entry points of the package in the working directory: `dist/*.js` from `src/*.ts`. A hundred small source files cost a
// hundred times resolve + read + compile at import (see docs/decisions/0006); types stay as tsc writes them, a file each.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import * as swc from '@swc/core';
import * as esbuild from 'esbuild';

/**
 * The packages whose import every start pays for, and what of others stands in their bundles, so that there are fewer files to
 * find, read and link. `@haft/schema` has no state: a copy in each package is as good as one. Its other subpaths are imported on
 * demand, and stay where they are. reflect-metadata keeps its records in a registry on `Reflect`, which all its copies in a process share.
 */
const INLINED = {
  '@haft/core': ['@haft/schema', 'reflect-metadata'],
  '@haft/runtime': ['@haft/schema', '@haft/schema/standard'],
};

/** Entry points of a few words, which are cheaper to repeat than to import as a file more. */
const REPEATED = { '@haft/core': ['src/errors/index.ts', 'src/fingerprint.ts'] };

/** What is imported on demand: a file each, too, also of what nobody else may import. */
const ON_DEMAND = { '@haft/runtime': ['src/careful.ts', 'src/dialect.ts'] };

/**
 * Sources that may stand in several files although they have a class: nobody outside of them sees its instances, or the class takes
 * those of its copies for its own.
 */
const COPIED = ['src/arguments/value/inspect-value.ts', 'src/errors/haft-error.ts'];

const { name, exports, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const inlined = INLINED[name] ?? [];
const outside = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
  (one) => !inlined.includes(one),
);
const outputs = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one.default]));
const published = outputs.map((output) => output.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
const onDemand = (ON_DEMAND[name] ?? []).map((one) => resolve(one));
const entries = [...new Set([...published.map((source) => resolve(source)), ...onDemand])];
const repeated = (REPEATED[name] ?? []).map((one) => resolve(one));

/** A class, or something of the file that changes. */
const HAS_IDENTITY = /^(export )?((abstract )?class |let |const \w+ = new (Weak)?(Map|Set)\b.*\(\);)/m;

rmSync('dist/chunks', { recursive: true, force: true });
const owners = new Map();
// Elsewhere size counts, not files: what entry points share stands in chunks.
const groups = name in INLINED ? entries.map((entry) => [entry]) : [entries];
for (const group of groups) {
  const { metafile } = await esbuild.build({
    entryPoints: group,
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
    external: [...outside.flatMap((one) => [one, `${one}/*`]), '@haft/schema/*'],
    plugins: name in INLINED ? pluginsOf(group[0]) : [],
    metafile: true,
    logLevel: 'warning',
  });
  for (const source of Object.keys(metafile.inputs)) refuseSecondCopy(source, group[0]);
  if (name in INLINED) for (const file of Object.keys(metafile.outputs)) if (file.endsWith('.js')) await shorten(file);
}

/**
 * Gives what is local to a function a short name, and drops comments and white space: V8 reads every character of a file before it runs the
 * first. Names of functions, classes and members stay, and lines stay short, so that a stack trace says what it said before.
 */
async function shorten(file) {
  const named = await swc.transform(readFileSync(file, 'utf8'), {
    isModule: true,
    jsc: {
      target: 'es2022',
      minify: { mangle: { toplevel: false, keep_fnames: true, keep_classnames: true }, compress: false },
    },
    sourceMaps: 'inline',
    inputSourceMap: readFileSync(`${file}.map`, 'utf8'),
    inlineSourcesContent: false,
  });
  const { code, map } = await esbuild.transform(named.code, {
    minifyWhitespace: true,
    lineLimit: 120,
    sourcemap: 'external',
    sourcesContent: false,
    sourcefile: file,
  });
  writeFileSync(file, `${code}//# sourceMappingURL=${basename(file)}.map\n`);
  writeFileSync(`${file}.map`, map);
}

function pluginsOf(entry) {
  const shared = [otherEntries(entry), { name: 'schema-sources', setup: readSchemaFromSource }];
  return onDemand.includes(entry) ? [...shared, { name: 'own-errors', setup: copyErrors }] : shared;
}

/**
 * What is loaded on demand has a copy of `HaftError`, the only thing of `@haft/core` that it needs: of what it shared with the start, a bundler
 * that splits an application would make a file that every start must find, read and link (0.3 ms or more). `instanceof` knows the errors of all copies.
 */
function copyErrors({ onResolve }) {
  onResolve({ filter: /^@haft\/core$/ }, () => ({ path: resolve('../core/src/errors/index.ts'), sideEffects: false }));
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
  onResolve({ filter: /^@haft\/schema(\/standard)?$/ }, ({ path }) => {
    if (!inlined.includes(path)) return undefined;
    return { path: resolve(path.replace('@haft/schema', '../schema/src'), 'index.ts'), sideEffects: false };
  });
}

/**
 * Functions may stand in two entry points; of a class in two, the instances of one are no instances of the other, and what is
 * remembered in two is forgotten in each.
 */
function refuseSecondCopy(source, entry) {
  if (!source.startsWith('src/') || COPIED.includes(source)) return;
  if (!HAS_IDENTITY.test(readFileSync(source, 'utf8'))) return;
  const owner = owners.get(source) ?? entry;
  if (owner !== entry)
    throw new Error(`${source} has a class or a memory, and stands in ${owner} and in ${entry}: import one of them.`);
  owners.set(source, entry);
}
