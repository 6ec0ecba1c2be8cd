import type { Class, Interceptor, Logger } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { ArgumentLimits } from '../arguments/accepted-arguments.js';
import type { CacheStore } from '../cache/cache-store.js';
import type { Container } from '../container/container.js';
import type { Provider } from '../container/provider.js';
import type { DeferredHandler } from '../deferral/decide-inline.js';
import type { DecisionLedger } from '../deferral/decision-ledger.js';
import type { RunEventListener } from '../events/run-event.js';
import type { RetryFormatter } from '../feedback/retry-formatter.js';
import type { PrepareTools } from '../toolsets/prepared-toolset.js';
import type { RankTools } from '../toolsets/rank-by-words.js';
import type { IsolationOptions } from '../isolation/isolation-options.js';
import type { AnyToolset } from '../toolsets/any-toolset.js';

/** What `createRuntime({ toolsets })` takes: generated modules, toolsets, and ready instances of classes that one of the modules knows. */
export type ToolsetInput = ReflectedToolsets | AnyToolset | object;

/** Options of {@link createRuntime}. */
export interface RuntimeOptions {
  /** What the container gives beside the classes of the toolsets. */
  readonly provide?: readonly Provider[];
  /** A container of the host's own instead, which knows the classes of the toolsets; then there is no `provide`. The host ends it. */
  readonly container?: Container;
  /** Changes or drops definitions of all toolsets at every step, after what they do themselves. */
  readonly prepare?: PrepareTools;
  /** Orders what `search_tools` finds among hidden tools. Default: by the words of names, parameters and descriptions. */
  readonly rankTools?: RankTools;
  /** Corrections that a model may try for each tool in a run. Default 2. */
  readonly retries?: number;
  /** The longest time that a call may take, in milliseconds; a tool's or toolset's `@Timeout` comes first. Default 30,000. */
  readonly timeoutMs?: number;
  /** Calls in one run. Default: no limit. */
  readonly maxCalls?: number;
  /** Calls at the same time. */
  readonly concurrency?: {
    /** In all runs together. Default 50. */
    readonly runtime?: number;
    /** In one `callAll`. Default 10. */
    readonly batch?: number;
  };
  /** Around the calls of all tools, outside those of toolsets and tools; the first is the outermost. */
  readonly interceptors?: readonly (Interceptor | Class<Interceptor>)[];
  /** What an exception becomes that no tool throws on purpose: a masked `failed` outcome, or a rejection. Default `outcome`. */
  readonly onUnexpectedError?: 'outcome' | 'throw';
  /** What a used-up retry budget becomes: a `failed` outcome, or a rejection with `HAFT_RETRY_BUDGET_EXHAUSTED`. Default `outcome`. */
  readonly onExhausted?: 'outcome' | 'throw';
  /** Whether results are checked against the schema that the model was promised. Default: unless `NODE_ENV` is `production`. */
  readonly checkResults?: boolean;
  /** The longest text of a result, in characters; more is cut. Default 100,000. */
  readonly maxResultCharacters?: number;
  /** How large arguments may be, and how far they are mended. */
  readonly arguments?: Partial<ArgumentLimits>;
  /** Writes the text that lets a model correct its arguments. */
  readonly formatter?: RetryFormatter;
  /** Default: warnings and errors to the console. */
  readonly logger?: Logger;
  /** Told of what happens in all runs. */
  readonly onEvent?: RunEventListener;
  /** Where results of `@Cached` tools are kept. Default: 10,000 entries in memory. */
  readonly cache?: CacheStore;
  /**
   * Names of properties whose values stay out of traces and requests, at any depth, in any case; where a tool declares them, out of
   * retry prompts, repairs and events too, as if they were `@Sensitive`. Default: the usual ones (`password`, `token`, ...).
   */
  readonly redact?: readonly string[];
  /** Where `@Isolated` tools run; a runtime that has such tools needs it. */
  readonly isolation?: IsolationOptions;
  /** Whether whoever decides about a deferred call is shown its sensitive arguments. Default false. */
  readonly showSensitive?: boolean;
  /** How long a person or another system may take for a deferred call, in milliseconds. Default 24 hours. */
  readonly requestExpiryMs?: number;
  /** Decides about deferred calls at once, where it can; what it leaves out stays deferred. */
  readonly onDeferred?: DeferredHandler;
  /** How long `onDeferred` may take, in milliseconds; then the calls stay deferred. Default: no limit. */
  readonly onDeferredTimeoutMs?: number;
  /** Remembers what was decided. Processes that share pending runs need to share it. Default: the memory of this process. */
  readonly decisionLedger?: DecisionLedger;
  /** Signs what `run.pending()` gives, and refuses to resume what is not signed with it. Default: nothing is signed. */
  readonly pendingSecret?: string;
}
