import type { ErrorMapping, Logger, ToolDefinition } from '@haft/core';
import type { ArgumentLimits, RetryFormatter } from '@haft/arguments';
import type { RunEventListener } from '../events/run-event.js';
import type { CallExecutor } from '../ledger/call-executor.js';
import type { CallLedger } from '../ledger/call-ledger.js';
import type { DecisionLedger } from '../ledger/decision-ledger.js';
import type { DeferredHandler } from '../call/deferral/deferred-handler.js';

/** Limits of calls, of their arguments, and of the corrections of a model. */
export interface LimitOptions {
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
  /** Limits of the size of arguments, and how far Haft repairs broken JSON. */
  readonly arguments?: Partial<ArgumentLimits>;
}

/** The effects of errors, and the texts about them. */
export interface ErrorHandlingOptions {
  /**
   * Maps errors of your code to texts for the model, after `@MapErrors` of tools and toolsets:
   * `mapError(NotFoundError, (error) => new ModelRetry(error.message))`. The first match counts.
   * Default: none, so that the model reads a generic text.
   */
  readonly map?: readonly ErrorMapping[];
  /**
   * The effect of an unexpected exception: a `failed` outcome with a generic text, or a rejection.
   * Default: `'outcome'`.
   */
  readonly onUnexpected?: 'outcome' | 'throw';
  /**
   * The effect of a used-up retry budget: a `failed` outcome, or a rejection with
   * `HAFT_RETRY_BUDGET_EXHAUSTED`. Default: `'outcome'`.
   */
  readonly onExhausted?: 'outcome' | 'throw';
  /** Writes the retry prompt for invalid arguments. Default: `formatRetryPrompt`. */
  readonly formatter?: RetryFormatter;
}

/** Checks and limits of results. */
export interface ResultOptions {
  /**
   * Whether Haft validates results against the schema of the return type. Default: true, except
   * with `NODE_ENV=production`.
   */
  readonly check?: boolean;
  /** The longest text of a result, in characters. Haft cuts the rest. Default: 100,000. */
  readonly maxCharacters?: number;
}

/** Calls that wait for people or other systems. */
export interface PeopleOptions {
  /** Decides about deferred calls immediately. Calls that it does not decide stay deferred. */
  readonly onDeferred?: DeferredHandler;
  /**
   * How long `onDeferred` may take, in milliseconds. After that, the calls stay deferred.
   * Default: no limit.
   */
  readonly onDeferredTimeoutMs?: number;
  /**
   * How long a person or another system may take for a deferred call, in milliseconds.
   * Default: 24 hours.
   */
  readonly requestExpiryMs?: number;
  /** Whether requests show sensitive arguments to the approver. Default: false. */
  readonly showSensitive?: boolean;
  /**
   * Records decisions and open requests. Processes that share pending runs or chats with approvals
   * must share it. Default: that of `ledger`, else the memory of this process.
   */
  readonly decisionLedger?: DecisionLedger;
  /**
   * Secret that signs the JSON of `run.pending()`. `resumeRun` rejects another signature.
   * Default: no signature.
   */
  readonly pendingSecret?: string;
}

/** Calls that survive a crash, or that other processes execute. */
export interface DurabilityOptions {
  /**
   * Keeps calls that wait, and calls with effects, so that they survive a crash. `@haft/durable`
   * has ledgers in memory, SQLite and Postgres. Default: none.
   */
  readonly ledger?: CallLedger;
  /**
   * The calls that have a row in the ledger. `'needed'`: those that wait, those of tools with
   * `@Effect` or `@Background`, and the inner calls of `@Effect({ replays: true })` except those of
   * tools that only read. Default: `'needed'`.
   */
  readonly calls?: 'needed' | 'all';
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
}

/** Logs, events, and the values that they hide. */
export interface ObserveOptions {
  /** Logger of the runtime. Default: warnings and errors go to the console. */
  readonly logger?: Logger;
  /** Receives the events of all runs. */
  readonly onEvent?: RunEventListener;
  /**
   * Whether `runtime.statistics()` has durations. Each call then reads the clock twice, which takes
   * up to half a microsecond. Default: false.
   */
  readonly measureDurations?: boolean;
  /**
   * Names of properties whose values Haft hides in traces, requests, events, retry prompts and
   * repairs, at any depth, in any case, also if no tool declares them. Default: common names such
   * as `password` and `token`.
   */
  readonly redact?: readonly string[];
}
