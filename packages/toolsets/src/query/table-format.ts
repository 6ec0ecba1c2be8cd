import { ModelRetry } from '@haft/core';
import type { TableFormat } from './process/query-job.js';

const FORMATS: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
};

/** The format of a table file. */
export interface FileFormat {
  readonly format: TableFormat;
  readonly gzip: boolean;
}

/**
 * Returns the format of a file by the ending of its name. CSV and JSON can be compressed (`.gz`).
 *
 * @throws {ModelRetry} if the ending is unknown
 */
export function formatOf(path: string): FileFormat {
  const [, ending = '', gzip] = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase()) ?? [];
  const format = Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined;
  if (format === undefined || (format === 'parquet' && gzip !== undefined)) {
    throw new ModelRetry(
      `${path} is not a table. Use a .csv, .tsv, .json, .jsonl, .ndjson or .parquet file. All but .parquet can end in .gz.`,
    );
  }
  return { format, gzip: gzip !== undefined };
}
