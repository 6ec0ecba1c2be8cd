import type { CacheStore } from './cache/cache-store.js';
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite/open-sqlite.js';

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
 * @example const runtime = createRuntime({ toolsets, cache: new
 *   SqliteCache({ file: 'results.db' }) });
 */
export class SqliteCache implements CacheStore {
  private readonly database: SqliteDatabase;
  private readonly read: SqliteStatement;
  private readonly write: SqliteStatement;
  private readonly evict: SqliteStatement;
  private readonly now: () => number;
  private writes = 0;

  constructor({ file = ':memory:', now = Date.now }: SqliteCacheOptions = {}) {
    this.now = now;
    this.database = openSqlite(file, {
      who: 'SqliteCache',
      instead: 'the MemoryStore of haft, or a Keyv of the package keyv',
    });
    this.database.exec(SCHEMA);
    this.read = this.database.prepare('SELECT value FROM haft_cache WHERE key = ? AND until > ?');
    this.write = this.database.prepare('INSERT OR REPLACE INTO haft_cache (key, value, until) VALUES (?, ?, ?)');
    this.evict = this.database.prepare('DELETE FROM haft_cache WHERE until <= ?');
    this.evict.run(this.now());
  }

  /** Returns the stored text. Undefined if it is missing or has expired. */
  get(key: string): string | undefined {
    return this.read.get(key, this.now())?.['value'] as string | undefined;
  }

  /** Stores a text for `ttlMs` milliseconds. Every hundredth call deletes all expired texts. */
  set(key: string, value: string, ttlMs: number): void {
    this.write.run(key, value, this.now() + ttlMs);
    if (++this.writes % WRITES_PER_EVICTION === 0) this.evict.run(this.now());
  }

  /** Closes the database. A runtime does not close it, since several may share a cache. */
  close(): void {
    this.database.close();
  }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_cache_until ON haft_cache (until);
`;
const WRITES_PER_EVICTION = 100;
