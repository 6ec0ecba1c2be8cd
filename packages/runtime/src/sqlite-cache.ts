import type { CacheStore } from './cache/cache-store.js';
import { openSqlite, type Database, type Statement } from './sqlite/open-sqlite.js';

/** Options of {@link SqliteCache}. */
export interface SqliteCacheOptions {
  /** The path of the file, made when it is missing; processes of one machine may share it. Default: in memory. */
  readonly file?: string;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Results of `@Cached` tools in SQLite, which is part of Node 22.13 and newer. Results stand there as they are: give the file the
 * rights that they need.
 *
 * @throws HaftError `HAFT_NODE_VERSION` when this Node has no SQLite
 * @example const runtime = createRuntime({ toolsets, cache: new SqliteCache({ file: 'results.db' }) });
 */
export class SqliteCache implements CacheStore {
  private readonly database: Database;
  private readonly read: Statement;
  private readonly write: Statement;
  private readonly evict: Statement;
  private readonly now: () => number;
  private writes = 0;

  constructor({ file = ':memory:', now = Date.now }: SqliteCacheOptions = {}) {
    this.now = now;
    this.database = openSqlite(file, 'SqliteCache', 'the MemoryStore of haft, or a Keyv of the package keyv');
    this.database.exec(SCHEMA);
    this.read = this.database.prepare('SELECT value FROM haft_cache WHERE key = ? AND until > ?');
    this.write = this.database.prepare('INSERT OR REPLACE INTO haft_cache (key, value, until) VALUES (?, ?, ?)');
    this.evict = this.database.prepare('DELETE FROM haft_cache WHERE until <= ?');
    this.evict.run(this.now());
  }

  get(key: string): string | undefined {
    return this.read.get(key, this.now())?.value;
  }

  /** Stores a result; every hundredth time, all that are out of date are deleted. */
  set(key: string, value: string, ttlMs: number): void {
    this.write.run(key, value, this.now() + ttlMs);
    if (++this.writes % WRITES_PER_EVICTION === 0) this.evict.run(this.now());
  }

  /** Closes the file. A runtime does not do it, since several may share a cache. */
  close(): void {
    this.database.close();
  }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_cache_until ON haft_cache (until);
`;
const WRITES_PER_EVICTION = 100;
