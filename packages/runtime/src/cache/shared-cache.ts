import type { CacheStore } from './cache-store.js';
import type { ResultCache } from './result-cache.js';

/** The cache of a runtime. Most processes have no cached tool, so the first call makes it. */
export interface SharedCache {
  readonly store: CacheStore;
  /** Undefined until the first call of a cached tool. */
  results: ResultCache | undefined;
}
