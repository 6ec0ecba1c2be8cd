import { createRequire } from 'node:module';
import { HaftError } from '@haft/core';

/**
 * Looks for DuckDB without loading it: only the process of a query loads it.
 *
 * @param from - the address of a file from which DuckDB is resolved
 * @throws {HaftError} HAFT_MISSING_PEER if DuckDB is not installed in version 1
 */
export function requireDuckDb(from: string = import.meta.url): void {
  let version: string;
  try {
    const require = createRequire(from);
    ({ version } = require('@duckdb/node-api/package.json') as { readonly version: string });
  } catch (cause) {
    throw missing('@duckdb/node-api is not installed', cause);
  }
  if (!version.startsWith('1.')) throw missing(`@duckdb/node-api is installed in version ${version}, not in version 1`);
}

function missing(problem: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_MISSING_PEER', `The tool 'data_query' needs DuckDB, and ${problem}.`, {
    hint: 'Run `npm install @duckdb/node-api@1`. A bundle needs it next to it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
