import { requireCount, type ToolCall } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { CallStopped } from '../../call/call-stopped.js';
import type { Call } from '../../call/call.js';
import { interruptCall } from '../../call/finish-call.js';
import type { InnerPort, KeepingPort, RunPort } from '../../call/run-port.js';
import type { Scope } from '../../container/container.js';
import type { DeferredHandler } from '../../call/deferral/deferred-handler.js';
import { PausedCalls } from '../../call/deferral/paused-calls.js';
import type { PendingRun, RunCounters, StoredVersion } from '../deferral/pending-run.js';
import { IN_WORKER, type CallFacts } from '../../isolation/isolated-job.js';
import { Gate } from '../../limits/gate.js';
import type { RunRuntime } from '../runtime-port.js';
import { CallContext } from '../../call/context/call-context.js';
import type { DialectOf } from '@haft/arguments/internal';
import type { RunOptions } from '../run-options.js';
import { EqualCalls } from '../../call/equal-calls.js';
import { RunCounts } from '../../call/run-counts.js';
import { RunEvents } from './run-events.js';
import { RunLifetime } from '../../call/run-lifetime.js';
import { RunTools } from './run-tools.js';
import { secretRunName, uniqueName } from '../../call/unique-name.js';

/** The state of a run for the steps of a call: its options and counts, and whether it continues. */
export abstract class RunState implements RunPort {
  /** The values of `run.state`. */
  private bag: Map<string, unknown> | undefined = undefined;
  private madeId: string | undefined = undefined;
  private madeContext: CallContext | undefined = undefined;
  protected madeScope: Scope | undefined = undefined;

  readonly factsFromOutside: CallFacts | undefined;
  readonly dialect: { readonly target: Target | undefined; of: DialectOf | undefined };
  readonly toolbox: RunTools;
  readonly counts: RunCounts;
  readonly lifetime = new RunLifetime();
  readonly events: RunEvents;
  abstract readonly keeping: KeepingPort;
  abstract readonly inner: InnerPort;
  private madePaused: PausedCalls | undefined = undefined;
  /** Handlers of single calls. Their inner calls use them too. */
  private madeHandlers: WeakMap<Call, DeferredHandler> | undefined = undefined;
  /** Decides about deferred calls before they are answered. */
  readonly onDeferred: DeferredHandler | undefined;

  constructor(
    readonly runtime: RunRuntime,
    readonly options: RunOptions,
    /** The pending run that this run continues. */
    private readonly from: PendingRun | undefined,
  ) {
    const { retries, maxCalls, concurrency } = options;
    this.factsFromOutside = (options as { readonly [IN_WORKER]?: CallFacts })[IN_WORKER];
    this.counts = new RunCounts(
      retries === undefined ? runtime.limits.retries : requireCount('startRun retries', retries, 0),
      maxCalls === undefined ? runtime.limits.maxCalls : requireCount('startRun maxCalls', maxCalls, 0),
      concurrency === undefined ? undefined : new Gate(requireCount('startRun concurrency', concurrency, 1)),
    );
    this.dialect = { target: options.target, of: undefined };
    this.toolbox = new RunTools(this, from);
    this.events = new RunEvents(runtime, options, this.factsFromOutside === undefined);
    this.onDeferred = options.onDeferred ?? runtime.people.onDeferred;
    if (from !== undefined) this.goOn(from.counters);
  }

  get id(): string {
    return (this.madeId ??=
      this.options.id ?? (this.runtime.durable === undefined ? uniqueName('run') : secretRunName()));
  }
  /** The deferred calls. */
  get paused(): PausedCalls {
    return (this.madePaused ??= new PausedCalls(this.from?.calls));
  }
  /** Undefined if no call was deferred. */
  get knownPaused(): PausedCalls | undefined {
    return this.from === undefined ? this.madePaused : this.paused;
  }
  get handlers(): WeakMap<Call, DeferredHandler> {
    return (this.madeHandlers ??= new WeakMap());
  }
  get state(): Map<string, unknown> {
    return (this.bag ??=
      this.from?.state === undefined ? new Map() : new Map(Object.entries(structuredClone(this.from.state))));
  }
  /** The last write of this run to the ledger. Writes wait for each other. */
  saving = NOTHING_TO_SAVE;
  /** This run as the ledger has it. */
  stored: StoredVersion = NOT_STORED;
  private madeEqualCalls: EqualCalls | undefined = undefined;

  /** The calls that have a key. */
  get equalCalls(): EqualCalls {
    return (this.madeEqualCalls ??= new EqualCalls(this.runtime.durable !== undefined));
  }

  /** The context of the run, without a call. */
  get context(): CallContext {
    return (this.madeContext ??= new CallContext(this));
  }
  get scope(): Scope {
    return (this.madeScope ??= this.runtime.container.createScope(this.context));
  }

  /** Returns the counts, for a run that continues elsewhere. */
  counters(): RunCounters {
    const { calls, unknownNames } = this.counts;
    const { revealed, states } = this.toolbox;
    return {
      ...{ calls, unknownNames, haltReason: this.lifetime.haltReason },
      ...{ revealed: [...revealed], tools: states.counters() },
    };
  }

  /** Stops the calls in progress, and disposes the objects of the run. */
  /**
   * Waits until calls are possible.
   *
   * @throws {HaftError} `HAFT_RUN_ENDED`
   */
  abstract ready(method: string, calls: readonly ToolCall[]): Promise<void>;

  abstract end(): Promise<void>;

  /** Interrupts the calls in progress and all later ones. Only the first reason counts. */
  protected stop(stopped: CallStopped): void {
    if (!this.lifetime.stop(stopped)) return;
    for (const call of this.runtime.inFlight.of(this)) interruptCall(call, stopped);
  }

  private goOn({ calls, unknownNames, haltReason }: RunCounters): void {
    this.counts.calls = calls;
    this.counts.unknownNames = unknownNames;
    this.lifetime.haltReason = haltReason;
  }
}

const NOTHING_TO_SAVE: Promise<void> = Promise.resolve();
const NOT_STORED: StoredVersion = { version: 0 };
