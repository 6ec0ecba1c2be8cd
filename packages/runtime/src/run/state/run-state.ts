import {
  requireCount,
  type CallBatch,
  type CallCheck,
  type CheckOptions,
  type DeferredOutcome,
  type InnerBatchOptions,
  type InnerCallOptions,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import type { CallStopped } from '../../call/call-stopped.js';
import type { Call } from '../../call/call.js';
import { interruptCall } from '../../call/finish-call.js';
import { InnerBudgets } from '../../call/inner/inner-budgets.js';
import type { CallHandle, RunPort } from '../../call/run-port.js';
import type { Scope } from '../../container/container.js';
import type { DeferredHandler } from '../deferral/deferred-handler.js';
import { PausedCalls } from '../../call/deferral/paused-calls.js';
import type { PendingRun, RunCounters, StoredVersion } from '../deferral/pending-run.js';
import { ProgressListeners } from '../../events/progress-listeners.js';
import { eventChannel } from '../../events/event-channel.js';
import { now } from '../../events/now.js';
import type { RunEvent, UntimedEvent } from '../../events/run-event.js';
import { IN_WORKER, type CallFacts } from '../../isolation/isolated-job.js';
import { Gate } from '../../limits/gate.js';
import type { RunRuntime } from '../runtime-port.js';
import type { ToolTable } from './tool-table.js';
import { SEARCH_TOOLS } from '../../toolsets/search/search-tools.js';
import { CallContext } from '../../call/context/call-context.js';
import type { DialectOf } from '../../arguments/dialect/dialect-of.js';
import type { RunOptions } from '../run-options.js';
import { VisibleTools } from './visible-tools.js';
import type { ToolState } from '../../call/tools/tool-state.js';
import { EqualCalls } from './equal-calls.js';
import { ToolStates } from './tool-states.js';
import { secretRunName, uniqueName } from '../../call/unique-name.js';

/** The state of a run for the steps of a call: its options and counts, and whether it continues. */
export abstract class RunState implements RunPort {
  /** The values of `run.state`. */
  private bag: Map<string, unknown> | undefined = undefined;
  protected readonly states: ToolStates;
  private madeId: string | undefined = undefined;
  private madeContext: CallContext | undefined = undefined;
  protected madeScope: Scope | undefined = undefined;
  private controller: AbortController | undefined = undefined;
  protected readonly stepTools: VisibleTools | undefined;

  readonly factsFromOutside: CallFacts | undefined;
  readonly maxRetries: number;
  readonly maxCalls: number;
  readonly gate: Gate | undefined;
  /** The target whose dialect the definitions are in. */
  readonly target: Target | undefined;
  /** Set when the dialects are loaded. The first call of a run with a target waits for them. */
  dialectOf: DialectOf | undefined = undefined;
  /** Names of hidden tools that were found. */
  revealed: ReadonlySet<string> = NO_NAMES;
  /** Admitted calls. */
  calls = 0;
  /** Calls that wait for their tool. */
  inFlight = 0;
  /** Calls with unknown tool names. */
  unknownNames = 0;
  changes = 0;
  /** Whether a call stored the value of a reference. */
  keepsReferences = false;
  haltReason: string | undefined = undefined;
  stopped: CallStopped | undefined = undefined;
  private madePaused: PausedCalls | undefined = undefined;
  private madeBudgets: InnerBudgets | undefined = undefined;
  private madeProgress: ProgressListeners | undefined = undefined;
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
    this.maxRetries = retries === undefined ? runtime.maxRetries : requireCount('startRun retries', retries, 0);
    this.maxCalls = maxCalls === undefined ? runtime.maxCalls : requireCount('startRun maxCalls', maxCalls, 0);
    this.gate = concurrency === undefined ? undefined : new Gate(requireCount('startRun concurrency', concurrency, 1));
    this.stepTools = runtime.fixedTools === undefined ? new VisibleTools(this) : undefined;
    this.onDeferred = options.onDeferred ?? runtime.onDeferred;
    this.target = options.target;
    this.states = new ToolStates(from);
    if (from !== undefined) this.goOn(from.counters);
  }

  get id(): string {
    return (this.madeId ??=
      this.options.id ?? (this.runtime.ledger === undefined ? uniqueName('run') : secretRunName()));
  }
  /** The deferred calls. */
  get paused(): PausedCalls {
    return (this.madePaused ??= new PausedCalls(this.from?.calls));
  }
  /** Undefined if no call was deferred. */
  get knownPaused(): PausedCalls | undefined {
    return this.from === undefined ? this.madePaused : this.paused;
  }
  /** The separate retry budgets of inner calls. */
  get ownBudgets(): InnerBudgets {
    return (this.madeBudgets ??= new InnerBudgets(this.from?.calls));
  }
  get handlers(): WeakMap<Call, DeferredHandler> {
    return (this.madeHandlers ??= new WeakMap());
  }
  get progress(): ProgressListeners {
    return (this.madeProgress ??= new ProgressListeners(this.runtime.logger));
  }
  get state(): Map<string, unknown> {
    return (this.bag ??= this.from?.state === undefined ? new Map() : stateOf(this.from.state));
  }
  /** The last write of this run to the ledger. Writes wait for each other. */
  saving = NOTHING_TO_SAVE;
  /** This run as the ledger has it. */
  stored: StoredVersion = NOT_STORED;
  private madeEqualCalls: EqualCalls | undefined = undefined;

  /** The calls that have a key. */
  get equalCalls(): EqualCalls {
    return (this.madeEqualCalls ??= new EqualCalls(this.runtime.ledger !== undefined));
  }

  get mayHaveEarlierCalls(): boolean {
    return this.options.id !== undefined || this.from !== undefined;
  }

  useOf(key: string, call: CallHandle): number {
    return this.equalCalls.add(key, call);
  }

  isMadeTogether(callId: string): boolean {
    return this.equalCalls.has(callId);
  }

  abstract settleIn(call: CallHandle, client: unknown, value: unknown): Promise<void>;
  abstract keep(call: CallHandle, outcome: DeferredOutcome): Promise<ToolOutcome>;

  /** The context of the run, without a call. */
  get context(): CallContext {
    return (this.madeContext ??= new CallContext(this));
  }
  get scope(): Scope {
    return (this.madeScope ??= this.runtime.container.createScope(this.context));
  }
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.stopped !== undefined) this.controller.abort(this.stopped);
    }
    return this.controller.signal;
  }

  /** Returns the state of the tool that has this name or alias in this step. */
  find(name: string): ToolState | undefined {
    return this.states.find(name) ?? this.findFirst(name);
  }

  /** Returns the definitions of the step. Empty until it is prepared. */
  shownDefinitions(): readonly ToolDefinition[] {
    return this.table()?.definitionsWith(this.revealed) ?? [];
  }

  /** Returns the names that a model may see. `search_tools` is for runs without another search. */
  callableNames(): { readonly names: readonly string[]; readonly mustSearch: boolean } {
    const all = this.shownDefinitions().map(({ name }) => name);
    const names = this.providerSearches ? all.filter((name) => name !== SEARCH_TOOLS) : all;
    const hidesSome = this.table()?.hidesSome === true;
    return { names, mustSearch: hidesSome && names.every((name) => name === SEARCH_TOOLS) };
  }

  /** Returns whether a hidden tool may be called. */
  isShown(name: string): boolean {
    return this.providerSearches || this.revealed.has(name);
  }

  reveal(names: readonly string[]): void {
    this.revealed = new Set([...this.revealed, ...names]);
  }

  /** Whether the run has a listener. Without one, calls create no events. */
  get isHeard(): boolean {
    return this.options.onEvent !== undefined || this.runtime.onEvent !== undefined || eventChannel.hasSubscribers;
  }

  tell(untimed: UntimedEvent): void {
    const { runtime, options } = this;
    const event: RunEvent = { ...untimed, at: untimed.at ?? now() };
    // A run in a worker thread is a part of a run outside, whose runtime has the same listener.
    const listener = this.factsFromOutside !== undefined ? undefined : runtime.onEvent;
    runtime.tell(event, listener, options.onEvent);
    this.madeProgress?.tell(event);
  }

  pause(outcome: DeferredOutcome, parent?: CallHandle): void {
    if (parent === undefined) this.paused.add([outcome]);
    else this.paused.addInner(parent, outcome);
  }

  endInner(parent: CallHandle, { status }: ToolOutcome): void {
    this.madePaused?.endInner(parent, status);
    if (status !== 'deferred') this.madeBudgets?.end(parent.id);
  }

  abstract callInside(parent: CallHandle, request: ToolCall, options?: InnerCallOptions): Promise<ToolOutcome>;
  abstract batchInside(
    parent: CallHandle,
    requests: readonly ToolCall[],
    options?: InnerBatchOptions,
  ): Promise<CallBatch>;
  abstract checkInside(parent: CallHandle, request: ToolCall, options?: CheckOptions): Promise<CallCheck>;

  halt(reason: string): void {
    this.haltReason ??= reason;
  }

  /** Returns the counts, for a run that continues elsewhere. */
  counters(): RunCounters {
    const { calls, unknownNames, haltReason, revealed } = this;
    return { calls, unknownNames, haltReason, revealed: [...revealed], tools: this.states.counters() };
  }

  /** The tools of this step. Undefined until they are prepared. */
  protected table(): ToolTable | undefined {
    return this.stepTools === undefined ? this.runtime.fixedTools : this.stepTools.table;
  }

  protected get providerSearches(): boolean {
    return this.options.toolSearch === 'provider';
  }

  /** Stops the calls in progress, and disposes the objects of the run. */
  abstract end(): Promise<void>;

  /** Interrupts the calls in progress and all later ones. Only the first reason counts. */
  protected stop(stopped: CallStopped): void {
    if (this.stopped !== undefined) return;
    this.stopped = stopped;
    this.controller?.abort(stopped);
    for (const call of this.runtime.inFlight.of(this)) interruptCall(call, stopped);
  }

  private findFirst(name: string): ToolState | undefined {
    const planned = this.table()?.find(name);
    if (planned === undefined) return undefined;
    return this.states.begin(name, planned, planned.tool.settings.retries ?? this.maxRetries);
  }

  private goOn({ calls, unknownNames, haltReason, revealed }: RunCounters): void {
    this.calls = calls;
    this.unknownNames = unknownNames;
    this.haltReason = haltReason;
    this.revealed = new Set(revealed);
  }
}

/** Copies the state: the pending run may be used again. */
function stateOf(kept: NonNullable<PendingRun['state']>): Map<string, unknown> {
  return new Map(Object.entries(structuredClone(kept)));
}

const NOTHING_TO_SAVE: Promise<void> = Promise.resolve();
const NOT_STORED: StoredVersion = { version: 0 };
const NO_NAMES: ReadonlySet<string> = new Set();
