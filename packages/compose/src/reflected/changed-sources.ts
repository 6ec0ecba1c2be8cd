import type * as Crypto from 'node:crypto';
import type * as Fs from 'node:fs';
import type * as Path from 'node:path';
import { HaftError } from '@haft/core';
import { warn } from '@haft/core/internal';

/** The sources of a build, by their path from the folder with `node_modules`. */
type SourceRecord = Readonly<Record<string, readonly [size: number, mtimeMs: number, sha1: string]>>;

interface Modules {
  readonly fs: typeof Fs;
  readonly path: typeof Path;
  readonly crypto: typeof Crypto;
}

const checked = new Set<string>();

/**
 * Warns once in a process if sources changed after the build of a generated module. Does nothing in
 * production, or if the cache of the build or the sources are missing, as in a deployed
 * application.
 *
 * @param build - name of the build
 */
export function warnOfChangedSources(build: string): void {
  if (process.env['NODE_ENV'] === 'production' || checked.has(build)) return;
  checked.add(build);
  let changed: readonly string[];
  try {
    changed = changedSources(build);
  } catch {
    // The cache is of another version, or the process may not read files.
    return;
  }
  if (changed.length > 0) warn(stale(changed));
}

function changedSources(build: string): readonly string[] {
  const modules = nodeModules();
  if (modules === undefined) return [];
  const { fs, path } = modules;
  const root = rootWithRecord(build, modules);
  if (root === undefined) return [];
  const record = JSON.parse(fs.readFileSync(recordFile(root, build, modules), 'utf8')) as SourceRecord;
  return Object.keys(record)
    .filter((name) => hasChanged(path.join(root, name), record[name], modules))
    .map((name) => path.relative(process.cwd(), path.join(root, name)));
}

/** Returns undefined without access to files. Deno asks its user before it reads one. */
function nodeModules(): Modules | undefined {
  if (process.versions['deno'] !== undefined || typeof process.getBuiltinModule !== 'function') return undefined;
  return {
    fs: process.getBuiltinModule('node:fs'),
    path: process.getBuiltinModule('node:path'),
    crypto: process.getBuiltinModule('node:crypto'),
  };
}

function rootWithRecord(build: string, modules: Modules): string | undefined {
  const { fs, path } = modules;
  const starts = [process.cwd(), ...(process.argv[1] === undefined ? [] : [path.dirname(process.argv[1])])];
  for (const start of starts) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (fs.existsSync(recordFile(folder, build, modules))) return folder;
      if (path.dirname(folder) === folder) break;
    }
  }
  return undefined;
}

function recordFile(root: string, build: string, { path }: Modules): string {
  return path.join(root, 'node_modules', '.cache', 'haft', 'sources', `${build}.json`);
}

function hasChanged(file: string, recorded: SourceRecord[string] | undefined, { fs, crypto }: Modules): boolean {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || recorded === undefined) return false;
  const [size, mtimeMs, sha1] = recorded;
  if (stats.size === size && stats.mtimeMs === mtimeMs) return false;
  return crypto.createHash('sha1').update(fs.readFileSync(file)).digest('base64') !== sha1;
}

const MOST_NAMES = 3;

function stale(files: readonly string[]): HaftError {
  const more = files.length > MOST_NAMES ? ` and ${files.length - MOST_NAMES} more` : '';
  const message = `Sources of the generated module changed after the last build: ${files.slice(0, MOST_NAMES).join(', ')}${more}.`;
  return new HaftError('HAFT_STALE_DESCRIPTOR', message, {
    hint: 'Run `npx haft build` and compile again, or let `npx haft dev -- COMMAND` do both while you work.',
  });
}
