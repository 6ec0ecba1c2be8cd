import type { Class, ValueKeepingInterceptor } from '@haft/core';
import type { PeopleOptions } from './option-groups.js';
import type { RuntimeOptions } from './runtime-options.js';

/**
 * Options with which the value of a success is the one that the tool returned. An interceptor may
 * replace a value unless its type says that it does not. A handler of deferred calls may answer
 * with a result from another system.
 */
export interface ValueKeepingOptions extends RuntimeOptions {
  readonly interceptors?: readonly (ValueKeepingInterceptor | Class<ValueKeepingInterceptor>)[];
  readonly people?: PeopleOptions & { readonly onDeferred?: never };
}
