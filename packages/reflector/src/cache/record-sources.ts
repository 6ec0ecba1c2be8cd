import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, packagesRoot } from './cache-folder.js';
import { dropOldEntries } from './drop-old-entries.js';
import { hashOfFile } from './hashes.js';

/**
 * The sources of one build by their path from the folder with `node_modules`: size, time and hash
 * of the content.
 */
export type SourceRecord = Readonly<Record<string, readonly [size: number, mtimeMs: number, sha1: string]>>;

/**
 * Records the sources of a build, so that a runtime in development can warn if one of them changes.
 * Does nothing if the cache cannot be written.
 *
 * @param folder - the folder of the tsconfig
 * @param build - the id of the build, which the generated module has too
 * @param sources - absolute paths
 */
export function recordSources(folder: string, build: string, sources: readonly string[]): void {
  const root = packagesRoot(folder);
  if (root === undefined) return;
  try {
    const target = path.join(cacheFolder(root), 'sources');
    mkdirSync(target, { recursive: true });
    const file = path.join(target, `${build}.json`);
    writeFileSync(`${file}.${process.pid}.tmp`, JSON.stringify(recordOf(root, sources)));
    renameSync(`${file}.${process.pid}.tmp`, file);
    dropOldEntries(target);
  } catch {
    return;
  }
}

function recordOf(root: string, sources: readonly string[]): SourceRecord {
  const record: Record<string, readonly [number, number, string]> = {};
  for (const source of sources) {
    const stats = statSync(source);
    record[path.relative(root, source).split(path.sep).join('/')] = [
      stats.size,
      stats.mtimeMs,
      hashOfFile(source) ?? '',
    ];
  }
  return record;
}
