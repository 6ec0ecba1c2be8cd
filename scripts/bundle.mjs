// Bundles the entry points of the package in the working directory: `dist/*.js` from `src/*.ts`. A
// hundred small source files cost a hundred times resolve + read + compile at import (see
// docs/decisions/0006). Types stay as tsc writes them, one file each.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import * as swc from '@swc/core';
import * as esbuild from 'esbuild';
import { withConstantBindings } from './bundle/constant-bindings.mjs';
import { exportParts, linkFile, linkParts, sharedWith } from './bundle/link-files.mjs';
import { leaveOutUnusedTypes } from './bundle/unused-types.mjs';

const SCHEMA = ['@haft/schema', '@haft/schema/formats', '@haft/schema/internal'];

/**
 * The packages that every start imports, with the packages that are inlined into their bundles. So
 * there are fewer files to find, read and link. `@haft/schema` has no state, so each package can
 * have a copy. Its other subpaths are imported lazily, and are not inlined. reflect-metadata keeps
 * its records in a registry on `Reflect`, which all its copies in a process share. A development
 * dependency that a source imports, such as jsonrepair, is always in the bundle, with its licence
 * in THIRD-PARTY-LICENSES.
 */
const INLINED = {
  '@haft/core': [...SCHEMA, 'reflect-metadata'],
  '@haft/runtime': [...SCHEMA, '@haft/schema/standard'],
};

/** Small entry points. Repeating them costs less than importing one more file. */
const REPEATED = { '@haft/core': ['src/errors/index.ts', 'src/fingerprint.ts'] };

/** Lazily imported files: one bundle each, including files without a public entry point. */
const ON_DEMAND = {
  '@haft/toolsets': [
    'src/http/worker/page-program.ts',
    'src/query/process/query-program.ts',
    'src/code/check/worker/check-program.ts',
  ],
  '@haft/runtime': [
    'src/arguments/lazy.ts',
    'src/call/lazy.ts',
    'src/arguments/dialect/dialects.ts',
    'src/toolsets/search/tool-index.ts',
  ],
};

/**
 * Lazily imported files that use code of the start file. They get it from the start when they are
 * loaded, so neither file has a copy, and neither imports the other. Each is given with the linked
 * files that are loaded before it, whose code it uses too. See `scripts/bundle/link-files.mjs`.
 */
const LINKED = {
  '@haft/runtime': {
    'src/run/on-demand.ts': ['src/call/on-demand.ts', 'src/run/batch/call-batch.ts'],
    'src/runtime/describe-runtime.ts': [],
    // Behind the files that use it, which name the parts that it exports.
    'src/call/on-demand.ts': [],
    'src/run/batch/call-batch.ts': [],
    'src/toolsets/wrappers/on-demand.ts': [],
  },
};

/**
 * Entry points that re-export sources of one lazily imported file, and import that file for them.
 * The sources name the exports, so that the package needs no declarations for the others.
 */
const RE_EXPORTED = { 'src/feedback.ts': 'src/arguments/lazy.ts' };

/**
 * Sources that may be in several files although they have a class. Their instances stay inside, or
 * the class recognises the instances of its copies.
 */
const COPIED = ['src/arguments/value/measure-value.ts', 'src/errors/haft-error.ts', 'src/ref.ts'];

const { name, exports, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const inlined = INLINED[name] ?? [];
const outside = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter(
  (one) => !inlined.includes(one),
);
const outputs = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [one.default]));
const published = outputs.map(sourceOf);
const onDemand = (ON_DEMAND[name] ?? []).map((one) => resolve(one));
const loadedBefore = new Map(
  Object.entries(LINKED[name] ?? {}).map(([one, before]) => [resolve(one), before.map((file) => resolve(file))]),
);
const linked = [...loadedBefore.keys()];
// The start comes last: it hands its parts to the linked files.
const start = linked.length === 0 ? [] : [resolve('src/index.ts')];
const entries = [
  ...new Set(
    [...linked, ...published.map((source) => resolve(source)), ...onDemand].filter((one) => !start.includes(one)),
  ),
  ...start,
];
const repeated = (REPEATED[name] ?? []).map((one) => resolve(one));

const CORE_ONCE = { name: 'core-once', setup: importCoreOnce };

/** Matches a class, or a variable of the file that changes. */
const HAS_IDENTITY = /^(export )?((abstract )?class |let |const \w+ = new (Weak)?(Map|Set)\b.*\(\);)/m;

rmSync('dist/chunks', { recursive: true, force: true });
// Packages contain no sources, so a map would name missing files.
for (const file of readdirSync('dist', { recursive: true })) if (file.endsWith('.js.map')) rmSync(`dist/${file}`);
const owners = new Map();
/** The values of other files that each linked file needs, in order. */
const parts = new Map();
/** The file of each source that linked files use and do not contain. */
const fileOf = new Map();
if (start.length > 0) await findFilesOfSources();
// In other packages, size counts, not the number of files: entry points share chunks.
const groups = name in INLINED ? entries.map((entry) => [entry]) : [entries];
for (const group of groups) {
  const { metafile } = await esbuild.build({
    ...buildOptions(group),
    plugins: name in INLINED ? pluginsOf(group[0]) : [],
  });
  if (linked.includes(group[0])) parts.set(group[0], linkFile(outputOf(group[0]), linksOf(group[0])));
  if (start.includes(group[0])) linkParts(outputOf(group[0]), partsOf(group[0]), importedAs);
  for (const source of Object.keys(metafile.inputs)) refuseSecondCopy(source, group[0]);
  for (const file of Object.keys(metafile.outputs).filter((one) => one.endsWith('.js')))
    if (name in INLINED) await shorten(file);
    else dropBareImports(file);
}
leaveOutUnusedTypes(exports);

function buildOptions(entryPoints) {
  return {
    entryPoints,
    outdir: 'dist',
    outbase: 'src',
    bundle: true,
    // Lazily imported code has a separate file.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: [...outside.flatMap((one) => [one, `${one}/*`]), '@haft/schema/*'],
    metafile: true,
    logLevel: 'warning',
  };
}

/** Finds the sources of the start, and those that linked files have for others. */
async function findFilesOfSources() {
  for (const file of [...start, ...new Set([...loadedBefore.values()].flat())]) {
    const { metafile } = await esbuild.build({ ...buildOptions([file]), write: false, plugins: pluginsOf(file) });
    for (const source of sourcesIn(metafile)) if (!fileOf.has(source)) fileOf.set(source, file);
  }
}

/** Returns the sources of which a built file has a part. It imports others that it does not use. */
function sourcesIn({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).flatMap((one) => (inputs[one].bytesInOutput > 0 ? [resolve(one)] : [])),
  );
}

/** Returns the values that lazy files take of a file, by the lazy file. */
function partsOf(file) {
  return new Map([...parts].map(([taker, taken]) => [taker, taken.filter(({ owner }) => owner === file)]));
}

/** Returns the links of a lazy file to others. */
function linksOf(entry) {
  const before = loadedBefore.get(entry);
  return {
    entry,
    owners: new Map(before.map((one) => [one, outputBeside(entry, one)])),
    ownerOf: (source) => fileOf.get(source) ?? start[0],
    isTaken: [...loadedBefore.values()].flat().includes(entry),
  };
}

/** Returns whether a lazy file takes the values of a source from another file. */
function isTakenBy(entry) {
  const owners = [...start, ...loadedBefore.get(entry)];
  return (source) => owners.includes(fileOf.get(source));
}

/** Returns how the built file of an entry imports that of another one. */
function outputBeside(entry, other) {
  const output = relative(dirname(entry), other).replace(/\.ts$/, '.js');
  return output.startsWith('.') ? output : `./${output}`;
}

/** Returns the built file of an entry. */
function outputOf(entry) {
  return `dist/${importedAs(entry).slice('./'.length)}`;
}

/** Returns how the start imports the built file of an entry. */
function importedAs(entry) {
  return `./${relative(resolve('src'), entry).replace(/\.ts$/, '.js')}`;
}

/**
 * Drops imports of chunks without names. esbuild writes them for possible effects of a chunk. Ours
 * have none, and the bundler of an application would warn.
 */
function dropBareImports(file) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^import "[./]+chunks\/.*\n/gm, ''));
}

/**
 * Shortens local names and statements, and removes comments and white space: V8 reads every
 * character of a file before it runs the first one. Keeps names of functions, classes and members,
 * and short lines, so that stack traces stay useful.
 */
async function shorten(file) {
  const named = await swc.transform(readFileSync(file, 'utf8'), {
    isModule: true,
    jsc: {
      target: 'es2022',
      minify: { mangle: { toplevel: false, keep_fnames: true, keep_classnames: true }, compress: false },
    },
  });
  const options = { minifyWhitespace: true, minifySyntax: true, lineLimit: 110 };
  const { code } = await esbuild.transform(withConstantBindings(named.code), options);
  writeFileSync(file, code);
}

function pluginsOf(entry) {
  const shared = [otherEntries(entry), { name: 'schema-sources', setup: readSchemaFromSource }];
  if (linked.includes(entry)) return [exportParts(entry, partsOf(entry)), sharedWith(isTakenBy(entry)), ...shared];
  if (start.includes(entry)) return [...shared, CORE_ONCE, exportParts(entry, partsOf(entry))];
  return onDemand.includes(entry) ? [...shared, { name: 'own-errors', setup: copyErrors }] : shared;
}

/**
 * Imports each value of `@haft/core` once. Otherwise, esbuild keeps the imports of all sources, and
 * each start would read and link a hundred of them (0.5 ms).
 */
function importCoreOnce({ onResolve, onLoad }) {
  const namespace = 'core-once';
  onResolve({ filter: /^@haft\/core$/ }, ({ path, namespace: importer }) =>
    importer === namespace ? { path, external: true } : { path, namespace, sideEffects: false },
  );
  onLoad({ filter: /.*/, namespace }, async ({ path }) => {
    const names = Object.keys(await import(resolve('../core/dist/index.js')));
    return { contents: `export { ${names.join(', ')} } from '${path}';`, resolveDir: process.cwd() };
  });
}

/**
 * Gives lazily loaded files copies of `HaftError` and `ModelRetry`, the only values of `@haft/core`
 * that they need. Otherwise, a bundler that splits an application makes a shared file that every
 * start must find, read and link (0.3 ms or more). `instanceof` knows the errors of all copies.
 */
function copyErrors({ onResolve, onLoad }) {
  const contents = "export { HaftError } from './haft-error.ts'; export { ModelRetry } from './model-retry.ts';";
  const file = { path: resolve('../core/src/errors/of-lazy-files.ts'), namespace: 'own-errors', sideEffects: false };
  onResolve({ filter: /^@haft\/core$/ }, () => file);
  onLoad({ filter: /.*/, namespace: 'own-errors' }, () => ({ contents, loader: 'ts', resolveDir: dirname(file.path) }));
}

/** Returns the source of a published file. */
function sourceOf(output) {
  return output.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
}

/** Keeps imports of other entry points, so that each is loaded once. */
function otherEntries(entry) {
  return {
    name: 'other-entries',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
        const source = reExported(entry, resolve(resolveDir, path).replace(/\.js$/, '.ts'), resolveDir);
        if (source === entry || !entries.includes(source) || repeated.includes(source)) return undefined;
        return { path: outputBeside(entry, source), external: true };
      });
    },
  };
}

/** Returns the lazily imported file for a source that the entry re-exports, or else the source. */
function reExported(entry, source, importedFrom) {
  const file = RE_EXPORTED[relative('.', entry)];
  const isOfFile =
    file !== undefined && importedFrom === dirname(entry) && !relative(dirname(file), source).startsWith('..');
  return isOfFile ? resolve(file) : source;
}

/**
 * Bundles the schema package from its sources. From one bundled file, esbuild keeps all code that
 * might have an effect. From the sources, it keeps only the used code.
 */
function readSchemaFromSource({ onResolve }) {
  const { exports: entriesOfSchema } = JSON.parse(readFileSync('../schema/package.json', 'utf8'));
  onResolve({ filter: /^@haft\/schema(\/|$)/ }, ({ path }) => {
    if (!inlined.includes(path)) return undefined;
    const output = entriesOfSchema[path.replace('@haft/schema', '.')].default;
    return { path: resolve('../schema', sourceOf(output)), sideEffects: false };
  });
}

/**
 * Rejects a second copy of a stateful source. Functions may be in two entry points. But with two
 * copies of a class, neither recognises the instances of the other, and each has separate state.
 */
function refuseSecondCopy(source, entry) {
  if (!source.startsWith('src/') || COPIED.includes(source)) return;
  if (!HAS_IDENTITY.test(readFileSync(source, 'utf8'))) return;
  const owner = owners.get(source) ?? entry;
  if (owner !== entry)
    throw new Error(`${source} has a class or state, and is in ${owner} and in ${entry}: import one of them.`);
  owners.set(source, entry);
}
