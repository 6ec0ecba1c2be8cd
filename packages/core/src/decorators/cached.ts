import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';
import { wholeNumber } from './option-range.js';

/** Options of {@link Cached}. */
export interface CachedOptions {
  /** How long a result counts, in milliseconds. */
  readonly ttlMs: number;
  /** Who shares a result: the calls of one run, the runs of one user, or everybody. No default, since a wrong one leaks. */
  readonly scope: 'run' | 'user' | 'global';
}

/**
 * Keeps successful results by tool, version, arguments and scope.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` when `ttlMs` is not a whole number of at least 1
 */
export function Cached(options: CachedOptions): DualDecorator {
  wholeNumber('@Cached ttlMs', options.ttlMs, 1);
  return recorder('Cached', RECORD.cached, options);
}
