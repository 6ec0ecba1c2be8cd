import { ModelRetry } from '@haft/core';
import type { TableFormat } from './process/query-job.js';

const FORMATS: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
  log: 'lines',
};

/** The format of a table file. */
export interface FileFormat {
  readonly format: TableFormat;
  readonly gzip: boolean;
}

/**
 * Returns the format of a file by the ending of its name. A log that begins with `{` is JSON lines.
 * All but Parquet can be compressed (`.gz`).
 *
 * @param start - returns the first bytes of the file

 * @throws {ModelRetry} if the ending is unknown
 */
export function formatOf(path: string, start: () => string): FileFormat {
  const [, ending = '', gzip] = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase()) ?? [];
  const format = Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined;
  if (format === undefined || (format === 'parquet' && gzip !== undefined)) {
    throw new ModelRetry(
      `${path} is not a table. Use a .csv, .tsv, .json, .jsonl, .ndjson, .log or .parquet file. All but .parquet can end in .gz.`,
    );
  }
  const isObjects = format === 'lines' && gzip === undefined && start().trimStart().startsWith('{');
  return { format: isObjects ? 'jsonl' : format, gzip: gzip !== undefined };
}
