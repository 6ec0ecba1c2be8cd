import { HaftError } from '../errors/index.js';
import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { requireCount } from '../require-count.js';
import { recorder, type DualDecorator } from './dual-decorator.js';

/** Options of {@link Cached}. */
export interface CachedOptions {
  /** How long a result counts, in milliseconds. */
  readonly ttlMs: number;
  /**
   * The calls that share a result: those of one run, of one user of a tenant, or all. There is no
   * default, because a wrong scope leaks data.
   */
  readonly scope: 'run' | 'user' | 'global';
}

/**
 * Caches successful results by tool, version, arguments and scope.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if `ttlMs` is not a whole number of at least 1, if
 *   `scope` is invalid, or if an option does not exist
 * @example
 * @Cached({ ttlMs: 60_000, scope: 'user' })
 * @Tool()
 * async order(id: number): Promise<Order> {
 *   return await this.shop.order(id);
 * }
 */
export function Cached(options: CachedOptions): DualDecorator {
  refuseUnknownOptions('@Cached', options, CACHED_OPTIONS);
  requireCount('@Cached ttlMs', options.ttlMs, 1);
  if (!SCOPES.includes(options.scope)) throw noScope(options.scope);
  return recorder('cached', options);
}

const CACHED_OPTIONS: OptionNames<CachedOptions> = { ttlMs: true, scope: true };
const SCOPES: readonly CachedOptions['scope'][] = ['run', 'user', 'global'];

/** TypeScript rejects a missing scope. In JavaScript, a missing scope must not become `global`. */
function noScope(scope: unknown): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `@Cached scope is ${String(scope)}.`, {
    hint: "Say who shares a result: the calls of one 'run', those of one 'user', or with 'global' all users of all tenants.",
  });
}
