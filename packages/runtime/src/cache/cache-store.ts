/**
 * A store for the results of `@Cached` tools, as JSON text without control characters. A `Keyv` of
 * the package keyv (with Redis, for example) and `SqliteCache` of `haft/sqlite-cache` are stores.
 */
export interface CacheStore {
  /** Returns the stored text or a promise of it. Haft reads any other value as no entry. */
  get(key: string): unknown;
  /**
   * Stores a text. If it returns a promise, Haft awaits it.
   *
   * @param ttlMs - milliseconds after which `get` returns undefined
   */
  set(key: string, value: string, ttlMs: number): unknown;
}
