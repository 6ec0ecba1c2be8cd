import type { IsolationOptions } from './isolation-options.js';
import type { ThreadPool } from './thread-pool.js';

/** The threads of a runtime. Most processes have no isolated tool, so the first call makes them. */
export interface Threads {
  readonly options: IsolationOptions;
  /** Undefined until the first isolated call. */
  pool: ThreadPool | undefined;
}
