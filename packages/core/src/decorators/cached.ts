import { HaftError } from '../errors/index.js';
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
 * @throws HaftError `HAFT_INVALID_OPTION` when `ttlMs` is not a whole number of at least 1, or without one of the three scopes
 */
export function Cached(options: CachedOptions): DualDecorator {
  wholeNumber('@Cached ttlMs', options.ttlMs, 1);
  if (!SCOPES.includes(options.scope)) throw noScope(options.scope);
  return recorder('Cached', RECORD.cached, options);
}

const SCOPES: readonly CachedOptions['scope'][] = ['run', 'user', 'global'];

/** Types say so; in JavaScript a forgotten scope must not become one that leaks. */
function noScope(scope: unknown): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `@Cached scope is ${String(scope)}.`, {
    hint: "Say who shares a result: 'run', 'user' or 'global'.",
  });
}
