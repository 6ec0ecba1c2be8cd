/*
 * A cache of results in a file of SQLite.
 */

import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { CacheStore } from './cache/cache-store.js';
import { SqliteFile } from './sqlite.js';

/** Options of {@link SqliteCache}. */
export interface SqliteCacheOptions {
  /**
   * Path of the file. Haft creates a missing file. Processes of one machine may share it. Default:
   * a database in memory.
   */
  readonly file?: string;
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * A cache of `@Cached` results in SQLite, which is part of Node 22.13 and newer. SQLite stores the
 * results as plain text, so restrict access to the file.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @throws {HaftError} `HAFT_STORE_FAILED` if the file cannot be opened
 * @example const runtime = createRuntime({ toolsets, cache: new
 *   SqliteCache({ file: 'results.db' }) });
 */
export class SqliteCache implements CacheStore {
  private readonly file: SqliteFile;
  private readonly now: () => number;
  private writes = 0;

  constructor(options: SqliteCacheOptions = {}) {
    refuseUnknownOptions('SqliteCache', options, OPTIONS);
    const { file = ':memory:', now = Date.now } = options;
    this.now = now;
    this.file = new SqliteFile(file, {
      who: 'SqliteCache',
      instead: 'the MemoryStore of haft, or a Keyv of the package keyv',
      waitMs: 1_000,
      setUp: (database) => {
        database.exec(SCHEMA);
        database.prepare(EVICT).run(this.now());
      },
    });
  }

  /** Returns the stored text. Undefined if it is missing or has expired. */
  get(key: string): Promise<string | undefined> {
    const sql = 'SELECT value FROM haft_cache WHERE key = ? AND until > ?';
    return this.file.read(() => this.file.statement(sql).get(key, this.now())?.['value'] as string | undefined);
  }

  /** Stores a text for `ttlMs` milliseconds. Every hundredth call deletes all expired texts. */
  set(key: string, value: string, ttlMs: number): Promise<void> {
    const until = this.now() + ttlMs;
    const insert = 'INSERT OR REPLACE INTO haft_cache (key, value, until) VALUES (?, ?, ?)';
    const isEviction = ++this.writes % WRITES_PER_EVICTION === 0;
    return this.file.write(() => {
      this.file.run(insert, key, value, until);
      if (isEviction) this.file.run(EVICT, this.now());
    });
  }

  /** Closes the database. A runtime does not close it, since several may share a cache. */
  close(): Promise<void> {
    return this.file.close();
  }
}

const EVICT = 'DELETE FROM haft_cache WHERE until <= ?';
const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_cache_until ON haft_cache (until);
`;
const WRITES_PER_EVICTION = 100;

const OPTIONS: OptionNames<SqliteCacheOptions> = { file: true, now: true };
