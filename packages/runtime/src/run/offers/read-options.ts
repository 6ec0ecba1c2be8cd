import type { CallOptions } from '../call-options.js';

/** Options of `run.read` and `run.prompt`. */
export interface ReadOptions extends CallOptions {
  /** The id of the call, for decisions about it. Default: a new one. */
  readonly id?: string | undefined;
}
