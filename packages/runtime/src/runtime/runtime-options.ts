import type { Class, ErrorMapping, Interceptor, Logger, ToolDefinition } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { ArgumentLimits } from '../arguments/accepted-arguments.js';
import type { CacheStore } from '../cache/cache-store.js';
import type { Container } from '../container/container.js';
import type { Provider } from '../container/provider.js';
import type { DeferredHandler } from '../run/deferral/deferred-handler.js';
import type { DecisionLedger } from '../ledger/decision-ledger.js';
import type { RunEventListener } from '../events/run-event.js';
import type { CallExecutor } from '../ledger/call-executor.js';
import type { CallLedger } from '../ledger/call-ledger.js';
import type { ReferenceOptions } from '../references/reference-options.js';
import type { RetryFormatter } from '../arguments/feedback/retry-formatter.js';
import type { PrepareTools } from '../toolsets/wrappers/prepared-toolset.js';
import type { RankTools } from '../toolsets/search/rank-tools.js';
import type { IsolationOptions } from '../isolation/isolation-options.js';
import type { AnyToolset } from '../toolsets/port/any-toolset.js';

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
  /** Changes or hides definitions of all toolsets at every step, after their own `@Prepare`. */
  readonly prepare?: PrepareTools;
  /**
   * Ranks the hidden tools for `search_tools`. Default: a full-text search over names, descriptions
   * and parameters.
   */
  readonly rankTools?: RankTools;
  /** Corrections that a model may try for each tool in a run. Default: 2. */
  readonly retries?: number;
  /**
   * Deadline of a call, in milliseconds. `@Timeout` of a tool or toolset takes precedence.
   * Default: 30,000.
   */
  readonly timeoutMs?: number;
  /** Most calls in one run. Default: no limit. */
  readonly maxCalls?: number;
  /** Most calls at the same time. */
  readonly concurrency?: {
    /** In all runs together. Default: 50. */
    readonly runtime?: number;
    /** In one `callAll`. Default: 10. */
    readonly batch?: number;
    /**
     * Background calls that this process executes. 0: it only queues them, and a worker executes
     * them with `runtime.recover({ calls: 'background' })`. Default: 10.
     */
    readonly background?: number;
  };
  /**
   * Interceptors around the calls of all tools. They run outside the interceptors of toolsets and
   * tools. The first is the outermost.
   */
  readonly interceptors?: readonly (Interceptor | Class<Interceptor>)[];
  /**
   * Maps errors of your code to texts for the model, after `@MapErrors` of tools and toolsets:
   * `mapError(NotFoundError, (error) => new ModelRetry(error.message))`. The first match counts.
   * Default: none, so that the model reads a generic text.
   */
  readonly mapErrors?: readonly ErrorMapping[];
  /**
   * The effect of an unexpected exception: a `failed` outcome with a generic text, or a rejection.
   * Default: `'outcome'`.
   */
  readonly onUnexpectedError?: 'outcome' | 'throw';
  /**
   * The effect of a used-up retry budget: a `failed` outcome, or a rejection with
   * `HAFT_RETRY_BUDGET_EXHAUSTED`. Default: `'outcome'`.
   */
  readonly onExhausted?: 'outcome' | 'throw';
  /**
   * Whether Haft validates results against the schema of the return type. Default: true, except
   * with `NODE_ENV=production`.
   */
  readonly checkResults?: boolean;
  /** The longest text of a result, in characters. Haft cuts the rest. Default: 100,000. */
  readonly maxResultCharacters?: number;
  /** Limits of the size of arguments, and how far Haft repairs broken JSON. */
  readonly arguments?: Partial<ArgumentLimits>;
  /**
   * Whether `runtime.statistics()` has durations. Each call then reads the clock twice, which takes
   * up to half a microsecond. Default: false.
   */
  readonly measureDurations?: boolean;
  /** Writes the retry prompt for invalid arguments. Default: `formatRetryPrompt`. */
  readonly formatter?: RetryFormatter;
  /** Logger of the runtime. Default: warnings and errors go to the console. */
  readonly logger?: Logger;
  /** Receives the events of all runs. */
  readonly onEvent?: RunEventListener;
  /** Store for the results of `@Cached` tools. Default: 10,000 entries in memory. */
  readonly cache?: CacheStore;
  /** Settings of the values that tools return as a `Ref`. Default: in memory, for each run. */
  readonly references?: ReferenceOptions;
  /**
   * Names of properties whose values Haft hides in traces, requests, events, retry prompts and
   * repairs, at any depth, in any case, also if no tool declares them. Default: common names such
   * as `password` and `token`.
   */
  readonly redact?: readonly string[];
  /** Settings of the threads of `@Isolated` tools. Required if the runtime has such tools. */
  readonly isolation?: IsolationOptions;
  /** Whether requests show sensitive arguments to the approver. Default: false. */
  readonly showSensitive?: boolean;
  /**
   * How long a person or another system may take for a deferred call, in milliseconds.
   * Default: 24 hours.
   */
  readonly requestExpiryMs?: number;
  /** Decides about deferred calls immediately. Calls that it does not decide stay deferred. */
  readonly onDeferred?: DeferredHandler;
  /**
   * How long `onDeferred` may take, in milliseconds. After that, the calls stay deferred.
   * Default: no limit.
   */
  readonly onDeferredTimeoutMs?: number;
  /**
   * Records decisions and open requests. Processes that share pending runs or chats with approvals
   * must share it. Default: that of `ledger`, else the memory of this process.
   */
  readonly decisionLedger?: DecisionLedger;
  /**
   * Keeps calls that wait, and calls with effects, so that they survive a crash. `@haft/durable`
   * has ledgers in memory, SQLite and Postgres. Default: none.
   */
  readonly ledger?: CallLedger;
  /**
   * The calls that have a row in the ledger. `'needed'`: those that wait, or have `@Effect`.
   * Default: `'needed'`.
   */
  readonly ledgerCalls?: 'needed' | 'all';
  /**
   * How long the ledger holds a running call for this process, in milliseconds. The runtime renews
   * it at a third of the time, and at least every 2 seconds. After a crash, a call is recovered
   * when it is over. At least 1,000. Default: 30,000.
   */
  readonly leaseMs?: number;
  /**
   * Chooses the tools whose calls are executed elsewhere, such as in worker processes: returns an
   * executor, or undefined for this process. It is asked once for each tool. Tools that return a
   * `Ref` stay here. Default: none.
   */
  readonly executor?: (tool: ToolDefinition) => CallExecutor | undefined;
  /**
   * Secret that signs the JSON of `run.pending()`. `resumeRun` rejects another signature.
   * Default: no signature.
   */
  readonly pendingSecret?: string;
}
