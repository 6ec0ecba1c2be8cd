import { closeSync, readSync } from 'node:fs';
import { ModelRetry, type RunContext } from '@haft/core';
import { openFile } from '../file/read-bytes.js';
import type { Workspace } from '../file/workspace.js';
import type { JobTable } from './process/query-job.js';
import { formatOf } from './table-format.js';

/** A file that a query reads as a table. */
export interface QueryTable {
  /** @alias table, alias */
  name: string;
  /** @alias file, file_path, filename */
  path: string;
  /** All columns of CSV as text, which keeps leading zeros. */
  text?: boolean;
  /** Leave out lines that are not JSON. */
  skipBadLines?: boolean;
}

/** Open files and what a process must know about them. */
export interface OpenTables {
  readonly tables: readonly JobTable[];
  readonly descriptors: readonly number[];
}

/** The first descriptor of a process behind its input, output and errors. */
const FIRST_DESCRIPTOR = 3;

/**
 * Opens the files of tables as the file tools do: below the roots, through no link, and never a
 * file with several names. Closes them after `use`.
 *
 * @throws {ModelRetry} if a file does not exist or is not a table, or two tables have one name
 * @throws {ToolFailed} if a file is denied, too large, or has several names
 */
export async function withOpenTables<Result>(
  workspace: Workspace,
  given: readonly QueryTable[],
  run: RunContext<never>,
  use: (open: OpenTables) => Promise<Result>,
): Promise<Result> {
  requireDistinctNames(given);
  const descriptors: number[] = [];
  try {
    const tables: JobTable[] = [];
    for (const { name, path, text = false, skipBadLines = false } of given) {
      const place = workspace.findEntry(path);
      formatOf(place.path, () => '');
      const { descriptor } = await workspace.inFolder(place, { run }, (folder) =>
        openFile({ workspace, place, folder, run }),
      );
      // Linux opens this path again, with a position of its own.
      const folder = place.root.confined ? '/proc/self/fd' : '/dev/fd';
      const source = `${folder}/${String(FIRST_DESCRIPTOR + descriptors.length)}`;
      descriptors.push(descriptor);
      const format = formatOf(place.path, () => startOf(descriptor));
      tables.push({ name, source, shown: place.path, text, skipBadLines, ...format });
    }
    return await use({ tables, descriptors });
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

function startOf(descriptor: number): string {
  const bytes = Buffer.alloc(1_024);
  return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

/** DuckDB ignores the case of names. */
function requireDistinctNames(tables: readonly QueryTable[]): void {
  const names = new Set<string>();
  for (const { name } of tables) {
    if (names.has(name.toLowerCase())) throw new ModelRetry(`Two tables have the name '${name}'. Rename one of them.`);
    names.add(name.toLowerCase());
  }
}
