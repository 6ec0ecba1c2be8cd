import type {
  CallBatch,
  CallCheck,
  CheckOptions,
  DeferredOutcome,
  InnerBatchOptions,
  InnerCallOptions,
  RunContext,
  ToolCall,
  ToolDefinition,
  ToolOutcome,
} from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { DialectOf } from '@haft/arguments/internal';
import type { SharedCache } from '../cache/shared-cache.js';
import type { Container, Scope } from '../container/container.js';
import type { UntimedEvent } from '../events/run-event.js';
import type { References } from '../references/references.js';
import type { ThreadPool } from '../isolation/thread-pool.js';
import type { Gate } from '../limits/gate.js';
import type { ToolState } from './tools/tool-state.js';
import type { RunCounts } from './run-counts.js';
import type { RunLifetime } from './run-lifetime.js';
import type { RuntimeSettings } from './runtime-settings.js';
import type { CallsInFlight } from './in-flight/calls-in-flight.js';
import type { CallFacts } from '../isolation/isolated-job.js';
import type { EqualCalls } from './equal-calls.js';
import type { InnerBudgets } from './inner/inner-budgets.js';

/**
 * A run as its calls see it. The run implements it, so that a call imports nothing of a run. It is
 * made of types only and costs nothing at run time.
 */
export interface RunPort {
  readonly id: string;
  readonly runtime: RuntimePort;
  readonly options: CallerOptions;
  /** The facts of a call from another thread or process, which this run executes alone. */
  readonly factsFromOutside: CallFacts | undefined;
  /** The context of the run without a call. */
  readonly context: RunContext;
  readonly scope: Scope;
  /** The bag that tools read as `run.state`. */
  readonly state: Map<string, unknown>;
  readonly dialect: DialectPort;
  readonly toolbox: ToolboxPort;
  readonly counts: RunCounts;
  readonly lifetime: RunLifetime;
  readonly events: EventsPort;
  readonly keeping: KeepingPort;
  readonly equalCalls: EqualCalls;
  readonly inner: InnerPort;
  end(): Promise<void>;
}

/** The form of the definitions that the model is shown. */
export interface DialectPort {
  /** The provider whose form it is. */
  readonly target: Target | undefined;
  /** Undefined until the forms are loaded. */
  readonly of: DialectOf | undefined;
}

/** The tools of the current step. */
export interface ToolboxPort {
  /** Finds the state of the tool with this name or alias that the user may call. */
  find(name: string): ToolState | undefined;
  /** The same for a call that waited, also if its user may not call the tool any longer. */
  findWaiting(name: string): ToolState | undefined;
  /** Asks again whether the user may call a tool. */
  permits(state: ToolState): Promise<boolean>;
  /** Returns whether a hidden tool may be called. */
  isShown(name: string): boolean;
  /** Returns whether a search of the run has found a hidden tool. */
  isRevealed(name: string): boolean;
  /** Lists the tools that a program may call. */
  definitions(): readonly ToolDefinition[];
  /** Lists the tools by the names of similar tools elsewhere. */
  otherNames(): ReadonlyMap<string, string>;
  /** Lists the names that a model may be told of. */
  names(): { readonly names: readonly string[]; readonly mustSearch: boolean };
  /** Makes hidden tools callable. */
  reveal(names: readonly string[]): void;
}

/** The events of a run. */
export interface EventsPort {
  /** True if the run has a listener. Without one, a call makes no events. */
  readonly isHeard: boolean;
  /** Sends an event to the listeners of the run. */
  tell(event: UntimedEvent): void;
}

/** The calls of a run that wait, and those that were made before. */
export interface KeepingPort {
  /**
   * Keeps a deferred call that no batch keeps.
   *
   * @param parent - the call that made it
   */
  pause(outcome: DeferredOutcome, parent?: CallHandle): void;
  /** Writes a deferred call to the ledger. Returns the outcome that the model gets. */
  keep(call: CallHandle, outcome: DeferredOutcome): Promise<ToolOutcome>;
  /** Ends a call in progress in a transaction of the application. */
  settleIn(call: CallHandle, client: unknown, value: unknown): Promise<void>;
  /** Keeps a value in the row of a call. Returns whether the call has a row. */
  keepValue(call: CallHandle, value: unknown): Promise<boolean>;
  /** Whether the ledger may have calls of this run that another process made. */
  readonly mayHaveEarlierCalls: boolean;
}

/** The calls inside a call in progress. */
export interface InnerPort {
  /** Their separate retry budgets. */
  readonly budgets: InnerBudgets;
  /** Executes a call. */
  call(parent: CallHandle, request: ToolCall, options?: InnerCallOptions): Promise<ToolOutcome>;
  /** Checks the limits of calls. */
  batch(parent: CallHandle, requests: readonly ToolCall[], options?: InnerBatchOptions): Promise<CallBatch>;
  /** Returns whether a call would be accepted. */
  check(parent: CallHandle, request: ToolCall, options?: CheckOptions): Promise<CallCheck>;
  /** Keeps or drops the calls that wait when their outer call ends. */
  end(parent: CallHandle, outcome: ToolOutcome): void;
}

/** A call as its run gets it back. A run reads nothing else of it. */
export interface CallHandle {
  readonly id: string;
  readonly answered: boolean;
  readonly origin: { readonly parent?: CallHandle };
  /** Its row in the ledger, from the time when its arguments are accepted. */
  readonly stored: { readonly row?: { readonly key: string } | undefined };
}

/** The options of a run that its calls read. */
export interface CallerOptions {
  readonly turn?: string;
  readonly deps?: unknown;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly permissions?: readonly string[];
  readonly validationGroups?: readonly string[];
}

/** A runtime as calls see it: its settings, and the state that all runs share. */
export interface RuntimePort extends RuntimeSettings {
  readonly container: Container;
  /** Durable calls. Undefined without a ledger. */
  readonly durable: DurablePort | undefined;
  readonly cache: SharedCache;
  /** The stored values of references. */
  readonly references: References;
  /** For `@Isolated` tools. */
  readonly threads: ThreadPool | undefined;
  readonly inFlight: CallsInFlight;
  readonly gate: Gate;
  /** The gates of a call that nothing else limits. */
  readonly gates: readonly Gate[];
}

/** Durable calls, as a call sees them. */
export interface DurablePort {
  /**
   * Executes a call between two writes to the ledger, or queues it. A call without a row continues.
   *
   * @param perform - takes the later steps
   */
  execute(call: CallHandle, perform: () => Promise<ToolOutcome>): Promise<ToolOutcome>;
  /**
   * Returns the outcome of a deferred call that was made before, or of an equal one that waits.
   */
  askedBefore(call: CallHandle, outcome: DeferredOutcome): Promise<ToolOutcome | undefined>;
  /** Cancels the waiting calls inside a call that ended. */
  cancelInner(call: CallHandle): Promise<void>;
  /** Ends a call in progress in a transaction of the application. */
  settleIn(call: CallHandle, client: unknown, value: unknown): Promise<void>;
  /**
   * Keeps a value in the row of a call, as JSON. Returns whether the call has a row.
   *
   * @throws {HaftError} `HAFT_LEASE_LOST`
   */
  keepValue(call: CallHandle, json: string): Promise<boolean>;
}
