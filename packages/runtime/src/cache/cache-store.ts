/**
 * Where cached results are kept. A `Keyv` of the package keyv (with Redis behind it, say) fits as it is, and so does `SqliteCache` of
 * `haft/sqlite-cache`; so would a `Map` with a time to live. What is stored is JSON text, which has no control characters.
 */
export interface CacheStore {
  get(key: string): unknown;
  /** @param ttlMs - after this time `get` gives undefined */
  set(key: string, value: string, ttlMs: number): unknown;
}
