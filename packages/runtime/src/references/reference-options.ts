import type { ReferenceStore } from './reference-store.js';

/** Options of stored values: `createRuntime({ references })`. */
export interface ReferenceOptions {
  /** The store. Default: the memory of this process. */
  readonly store?: ReferenceStore | undefined;
  /**
   * The owner of a value: only the run that stored it can use it, or every run of the same user. A
   * run without `userId` has its own values. Default: `'run'`.
   */
  readonly scope?: 'run' | 'user' | undefined;
  /** How long a value is stored, in milliseconds. Default: 1 hour. */
  readonly ttlMs?: number | undefined;
  /** The largest size of one value, in characters of JSON. Default: 5 million. */
  readonly maxCharacters?: number | undefined;
  /**
   * The largest size of all values of a run or user, in characters of JSON. The oldest ones are
   * deleted first. Also the largest size of the values in the arguments of one call. Default: 20
   * million.
   */
  readonly maxTotalCharacters?: number | undefined;
}
