/**
 * Where cached results are kept. A `Keyv` of the package keyv fits as it is; so does a `Map` with a time to live.
 * What is stored is text.
 */
export interface CacheStore {
  get(key: string): unknown;
  /** @param ttlMs - after this time `get` gives undefined */
  set(key: string, value: string, ttlMs: number): unknown;
}
