import type { Target } from '@haft/schema/dialects';
import type { DeferredHandler } from '../deferral/decide-inline.js';
import type { RunEventListener } from '../events/run-event.js';

/**
 * Options of `runtime.startRun`.
 *
 * @typeParam Deps - what tools read as `run.deps`
 */
export interface RunOptions<Deps = unknown> {
  /** Default: random. The same id makes the same idempotency keys. */
  readonly id?: string;
  /** What tools read as `run.deps`. */
  readonly deps?: Deps;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Who the run is for; tools read `run.userId`, caches of scope `user` keep users apart by it. */
  readonly userId?: string;
  /** What tools read as `run.metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Corrections that the model may try for each tool. Default: the runtime's, then 2. A tool's or toolset's `@Retries` comes first. */
  readonly retries?: number;
  /** Calls in this run, refused ones not counted. Default: the runtime's, then no limit. */
  readonly maxCalls?: number;
  /** Calls at the same time in this run; 1 makes it sequential. More wait, within their deadline. Default: no limit beside the runtime's. */
  readonly concurrency?: number;
  /** Groups of class-validator that count in this run. */
  readonly validationGroups?: readonly string[];
  /**
   * Who finds the tools that `deferLoading` hides. `run`: its tool `search_tools`, which works with every model. `provider`: the provider's
   * own search; `run.definitions()` then has the hidden tools too, marked `deferred`, and no `search_tools`. Default `run`.
   */
  readonly toolSearch?: 'run' | 'provider';
  /**
   * Whose form of the definitions the model is shown: arguments of calls are read as that form asks for them (`null` for absent, lists of
   * keys and values for maps), and problems are told in it. What sends the definitions must be for the same target. Default: the
   * definitions are shown as they are.
   */
  readonly target?: Target;
  /** Decides about deferred calls at once. Default: the runtime's. */
  readonly onDeferred?: DeferredHandler;
  /** Told of what happens in this run, after the runtime's listener. */
  readonly onEvent?: RunEventListener;
}
