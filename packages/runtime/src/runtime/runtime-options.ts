import type { Class, Interceptor } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { CacheStore } from '../cache/cache-store.js';
import type { Container } from '../container/container.js';
import type { Provider } from '../container/provider.js';
import type { ReferenceOptions } from '../references/reference-options.js';
import type { Can, CanClass } from '../run/state/access.js';
import type { AnyToolset, PrepareTools, RankTools } from '@haft/compose';
import type { IsolationOptions } from '../isolation/isolation-options.js';
import type {
  DurabilityOptions,
  ErrorHandlingOptions,
  LimitOptions,
  ObserveOptions,
  PeopleOptions,
  ResultOptions,
} from './option-groups.js';

/**
 * An item of `createRuntime({ toolsets })`: a generated module, a toolset, or a ready instance of a
 * class that one of the modules knows.
 */
export type ToolsetInput = ReflectedToolsets | AnyToolset | object;

/** Options of {@link createRuntime}. */
export interface RuntimeOptions {
  /** Providers of your services. The classes of the toolsets need none. */
  readonly provide?: readonly Provider[];
  /**
   * Your own container instead of `provide`. It must know the classes of the toolsets. Haft does
   * not dispose it.
   */
  readonly container?: Container;
  /**
   * Returns whether the user of a run has a permission, for tools with `@Requires`. Haft asks for
   * each list and each call, and again before a call that waited. A class has this method, and the
   * container creates its instance. Default: each run has its `permissions`.
   */
  readonly can?: Can<never> | CanClass<never>;
  /** Changes or hides definitions of all toolsets at every step, after their own `@Prepare`. */
  readonly prepare?: PrepareTools;
  /**
   * Ranks the hidden tools for `search_tools`. Default: a full-text search over names, descriptions
   * and parameters.
   */
  readonly rankTools?: RankTools;
  /**
   * Interceptors around the calls of all tools. They run outside the interceptors of toolsets and
   * tools. The first is the outermost.
   */
  readonly interceptors?: readonly (Interceptor | Class<Interceptor>)[];
  /** Store for the results of `@Cached` tools. Default: 10,000 entries in memory. */
  readonly cache?: CacheStore;
  /** Settings of the values that tools return as a `Ref`. Default: in memory, for each run. */
  readonly references?: ReferenceOptions;
  /** Settings of the threads of `@Isolated` tools. Required if the runtime has such tools. */
  readonly isolation?: IsolationOptions;
  /** Limits of calls, of their arguments, and of the corrections of a model. */
  readonly limits?: LimitOptions;
  /** The effects of errors, and the texts about them. */
  readonly errors?: ErrorHandlingOptions;
  /** Checks and limits of results. */
  readonly results?: ResultOptions;
  /** Calls that wait for people or other systems. */
  readonly people?: PeopleOptions;
  /** Calls that survive a crash, or that other processes execute. */
  readonly durability?: DurabilityOptions;
  /** Logs, events, and the values that they hide. */
  readonly observe?: ObserveOptions;
}
