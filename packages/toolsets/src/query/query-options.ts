import { requireCount, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { FileOptions, type FileRoot } from '../file/file-options.js';
import { requireRoots } from '../named-roots.js';
import { requireDuckDb } from './require-duckdb.js';
import { QueryProcess, type ProcessLimits } from './query-process.js';

/** The file that the process runs. Relative to this file and to the bundle that contains it. */
const QUERY_PROGRAM = new URL('./process/query-program.js', import.meta.url);

/** Settings of the query toolset. Either `root` or `roots` is needed. */
export interface QuerySettings {
  /** The one folder with tables: paths are relative to it. */
  readonly root?: string | FileRoot;
  /** Several folders by name. Paths begin with it: `sales/2024.csv` is `2024.csv` in `sales`. */
  readonly roots?: Readonly<Record<string, string | FileRoot>>;
  /** Patterns as in `.gitignore`, whatever the case: no query reads such paths. Default none. */
  readonly deny?: readonly string[];
  /** Largest file of a table, in bytes. Default 1,000,000,000. */
  readonly maxFileBytes?: number;
  /** Time for one query, in milliseconds. Default 25,000. */
  readonly timeoutMs?: number;
  /** Most memory of the process that runs a query, in bytes. Default 1,000,000,000. */
  readonly memoryBytes?: number;
  /** Threads of one query. Default 2. */
  readonly threads?: number;
  /** Most queries at the same time. Further queries wait. Default 2. */
  readonly concurrency?: number;
  /** Longest result, in characters of JSON. Default 90,000. */
  readonly maxCharacters?: number;
  /**
   * Accepts a platform without `/proc`, where another program can swap folders and links during a
   * call. Default false.
   */
  readonly allowUnconfined?: boolean;
}

/**
 * The settings of a query toolset, checked. A token for the container: provide a value, or a
 * factory that takes `RunContext` for a separate root in each run.
 *
 * @example
 * const provide = [{ provide: QueryOptions, useValue: new QueryOptions({ root: '/srv/data' }) }];
 */
export class QueryOptions {
  /** The roots of the files. */
  readonly files: FileOptions;
  /** As in {@link QuerySettings}. */
  readonly memoryBytes: number;
  /** As in {@link QuerySettings}. */
  readonly threads: number;
  /** As in {@link QuerySettings}. */
  readonly maxCharacters: number;
  /** Runs the queries. */
  readonly process: QueryProcess;

  /**
   * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid or a root is not a folder,
   *   HAFT_MISSING_PEER if `@duckdb/node-api` is not installed, HAFT_UNCONFINED if the platform
   *   cannot confine the tool and `allowUnconfined` is not set
   */
  constructor(settings: QuerySettings, startProcess: (limits: ProcessLimits) => QueryProcess = standardProcess) {
    refuseUnknownOptions('The query toolset', settings, SETTINGS);
    const { root, roots, deny, allowUnconfined, maxFileBytes = 1_000_000_000 } = settings;
    // The file toolset would speak of itself.
    requireRoots('query', { root, roots });
    requireCount('maxFileBytes of the query toolset', maxFileBytes, 1);
    this.files = new FileOptions({
      readOnly: true,
      maxFileBytes,
      ...(root !== undefined && { root }),
      ...(roots !== undefined && { roots }),
      ...(deny !== undefined && { deny }),
      ...(allowUnconfined !== undefined && { allowUnconfined }),
    });
    // A process with DuckDB alone takes 100 MB.
    this.memoryBytes = requireCount(
      'memoryBytes of the query toolset',
      settings.memoryBytes ?? 1_000_000_000,
      250_000_000,
    );
    this.threads = requireCount('threads of the query toolset', settings.threads ?? 2, 1);
    this.maxCharacters = requireCount('maxCharacters of the query toolset', settings.maxCharacters ?? 90_000, 1);
    const timeoutMs = requireCount('timeoutMs of the query toolset', settings.timeoutMs ?? 25_000, 1);
    const concurrency = requireCount('concurrency of the query toolset', settings.concurrency ?? 2, 1);
    requireDuckDb();
    this.process = startProcess({ timeoutMs, concurrency });
  }
}

function standardProcess(limits: ProcessLimits): QueryProcess {
  return new QueryProcess(QUERY_PROGRAM, limits);
}

const SETTINGS: OptionNames<QuerySettings> = {
  root: true,
  roots: true,
  deny: true,
  maxFileBytes: true,
  timeoutMs: true,
  memoryBytes: true,
  threads: true,
  concurrency: true,
  maxCharacters: true,
  allowUnconfined: true,
};
