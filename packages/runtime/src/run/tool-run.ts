import {
  HaftError,
  type DeferralRequest,
  type RunContext,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import { CallStopped } from '../call/call-stopped.js';
import { callTool, callWithin } from '../call/call-tool.js';
import { callWith } from '../call/call-with.js';
import { interruptCall } from '../call/finish-call.js';
import { mayWaitFor } from '../call/may-wait-for.js';
import { waitsFor, type WaitingCall } from '../call/waits-for.js';
import { decideInline, type DeferredHandler } from '../deferral/decide-inline.js';
import type { Decisions } from '../deferral/decision.js';
import { PausedCalls } from '../deferral/paused-calls.js';
import { pendingOf } from '../deferral/pending-of.js';
import type { PendingRun, RunCounters } from '../deferral/pending-run.js';
import { resumeCalls, type ResumeOptions } from '../deferral/resume-calls.js';
import { signPending } from '../deferral/sign-pending.js';
import type { Scope } from '../container/container.js';
import { ProgressListeners } from '../events/progress-listeners.js';
import type { RunEvent } from '../events/run-event.js';
import { Gate } from '../limits/gate.js';
import { loadCareful } from '../load-careful.js';
import { requireCount } from '../runtime/require-count.js';
import type { ToolRuntime } from '../runtime/tool-runtime.js';
import type { ToolTable } from '../runtime/tool-table.js';
import { standardTool, type StandardTool } from '../standard/standard-tool.js';
import { instructionsOf } from '../toolsets/instructions-of.js';
import { CallContext } from './call-context.js';
import { callBatch } from './call-batch.js';
import type { CallOptions } from './call-options.js';
import type { RunOptions } from './run-options.js';
import { loadDialects, type DialectOf } from './load-dialects.js';
import { onAbort } from './on-abort.js';
import { RunTools } from './run-tools.js';
import { supersededCalls, type PastCall } from './superseded-calls.js';
import type { ToolState } from './tool-state.js';
import { ToolStates } from './tool-states.js';
import { uniqueName } from './unique-name.js';
import { unlessStopped } from './unless-stopped.js';

/** A run as the steps of a call see it. Users see it through the type `Run`. */
export class ToolRun {
  /** What tools know through `run.state`. */
  private bag: Map<string, unknown> | undefined = undefined;
  private readonly states: ToolStates;
  private madeId: string | undefined = undefined;
  private madeContext: CallContext | undefined = undefined;
  private madeScope: Scope | undefined = undefined;
  private controller: AbortController | undefined = undefined;
  private readonly stepTools: RunTools | undefined;

  readonly maxRetries: number;
  readonly maxCalls: number;
  readonly gate: Gate | undefined;
  /** Whose form of the definitions the model is shown. */
  readonly target: Target | undefined;
  /** Set once they are loaded, which the first call of a run with a target waits for. */
  dialectOf: DialectOf | undefined = undefined;
  /** Names of hidden tools that were found. */
  revealed: ReadonlySet<string> = NO_NAMES;
  /** Calls that were admitted. */
  calls = 0;
  /** Calls that wait for their tool. */
  inFlight = 0;
  /** How often a name was asked for that no tool has. */
  unknownNames = 0;
  haltReason: string | undefined = undefined;
  stopped: CallStopped | undefined = undefined;
  private ending = NOTHING_TO_END;
  private onAbort: (() => void) | undefined = undefined;
  private madePaused: PausedCalls | undefined = undefined;
  private madeProgress: ProgressListeners | undefined = undefined;
  /** Decides about deferred calls before they are answered. */
  readonly onDeferred: DeferredHandler | undefined;
  /** A call has nothing to wait for, and is answered as it is: one question in place of four. */
  private isDirect: boolean;

  constructor(
    readonly runtime: ToolRuntime,
    readonly options: RunOptions,
    /** What the run goes on with. */
    private readonly from?: PendingRun,
  ) {
    const { retries, maxCalls, concurrency, signal } = options;
    this.maxRetries = retries === undefined ? runtime.maxRetries : requireCount('startRun retries', retries, 0);
    this.maxCalls = maxCalls === undefined ? runtime.maxCalls : requireCount('startRun maxCalls', maxCalls, 0);
    this.gate = concurrency === undefined ? undefined : new Gate(requireCount('startRun concurrency', concurrency, 1));
    this.stepTools = runtime.fixedTools === undefined ? new RunTools(this) : undefined;
    this.onDeferred = options.onDeferred ?? runtime.onDeferred;
    this.target = options.target;
    this.isDirect = this.stepTools === undefined && this.target === undefined && this.onDeferred === undefined;
    this.states = new ToolStates(from);
    if (signal !== undefined) this.listenTo(signal);
    if (from !== undefined) this.goOn(from.counters);
  }

  get id(): string {
    return (this.madeId ??= this.options.id ?? uniqueName('run'));
  }
  /** The calls that wait for somebody. */
  get paused(): PausedCalls {
    return (this.madePaused ??= new PausedCalls(this.from?.calls));
  }
  get progress(): ProgressListeners {
    return (this.madeProgress ??= new ProgressListeners(this.runtime.logger));
  }
  get state(): Map<string, unknown> {
    return (this.bag ??= new Map());
  }
  /** The run without a call. */
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

  async definitions(): Promise<readonly ToolDefinition[]> {
    this.refuseWhenEnded('definitions');
    const table = this.table() ?? (await this.prepareStep());
    return this.providerSearches ? table.definitionsForSearch() : table.definitionsWith(this.revealed);
  }

  async tools(): Promise<readonly StandardTool[]> {
    this.refuseWhenEnded('tools');
    const table = this.table() ?? (await this.prepareStep());
    // Some libraries want to validate without a promise.
    await loadCareful();
    return table.shownWith(this.revealed).map(standardTool);
  }

  /** The definitions of the step, as far as it is prepared: a call runs only after that. */
  shownDefinitions(): readonly ToolDefinition[] {
    return this.table()?.definitionsWith(this.revealed) ?? [];
  }

  async instructions(): Promise<string> {
    this.refuseWhenEnded('instructions');
    const table = this.table() ?? (await this.prepareStep());
    return instructionsOf(table.shownWith(this.revealed), this.context);
  }

  call(call: ToolCall | string, more?: unknown): Promise<ToolOutcome> {
    if (this.isDirect && more === undefined && typeof call === 'object') return callTool(this, call);
    return this.callCarefully(call, more);
  }

  private callCarefully(call: ToolCall | string, more: unknown): Promise<ToolOutcome> {
    const request: ToolCall = typeof call === 'string' ? { name: call, arguments: more } : call;
    const options = typeof call === 'string' ? undefined : (more as CallOptions | undefined);
    if (this.isEnded) return Promise.reject(this.ended('call'));
    const ready = this.preparation();
    const outcome = ready === undefined ? this.make(request, options) : ready.then(() => this.make(request, options));
    // With options it is decided where the call's own signal is heard.
    return this.onDeferred === undefined || options !== undefined ? outcome : this.decidedInline(outcome);
  }

  async waitsFor(request: ToolCall): Promise<WaitingCall | undefined> {
    this.refuseWhenEnded('waitsFor');
    await this.preparation();
    return waitsFor(this, request);
  }

  async mayWaitFor(tool: string): Promise<readonly DeferralRequest['kind'][]> {
    this.refuseWhenEnded('mayWaitFor');
    const table = this.table() ?? (await this.prepareStep());
    const planned = table.find(tool);
    return planned === undefined ? [] : mayWaitFor(planned.tool);
  }

  callWithin(parent: RunContext, request: ToolCall): Promise<ToolOutcome> {
    if (this.isEnded) return Promise.reject(this.ended('callWithin'));
    const outer = CallContext.callOf(parent);
    if (outer?.run !== this) return Promise.reject(notWithin());
    const outcome = callWithin(outer, request);
    return this.onDeferred === undefined ? outcome : this.decidedInline(outcome);
  }

  async callAll(calls: readonly ToolCall[]): Promise<readonly ToolOutcome[]> {
    this.refuseWhenEnded('callAll');
    await this.preparation();
    const outcomes = await callBatch(this, calls);
    return this.onDeferred === undefined ? outcomes : decideInline(this, outcomes, this.onDeferred);
  }

  async supersededCalls(history: readonly PastCall[]): Promise<readonly string[]> {
    this.refuseWhenEnded('supersededCalls');
    await this.preparation();
    return supersededCalls(this, this.table() ?? (await this.prepareStep()), history);
  }

  /** The tools of the next step are asked for anew. */
  nextStep(): void {
    if (this.stepTools === undefined) return;
    this.stepTools.forget();
    this.states.nextStep();
  }

  halt(reason: string): void {
    this.haltReason ??= reason;
  }

  cancel(reason = 'The run was cancelled.'): void {
    this.stop(new CallStopped('cancelled', reason));
  }

  pending(): PendingRun {
    return signPending(pendingOf(this), this.runtime.pendingSecret);
  }

  async resume(decisions: Decisions, options?: ResumeOptions): Promise<readonly ToolOutcome[]> {
    this.refuseWhenEnded('resume');
    await this.preparation();
    return resumeCalls(this, decisions, options);
  }

  end(): Promise<void> {
    if (this.isEnded) return this.ending;
    this.stop(ENDED);
    this.stopped = ENDED;
    this.isDirect = false;
    if (this.onAbort !== undefined) this.options.signal?.removeEventListener('abort', this.onAbort);
    if (this.stepTools !== undefined || this.madeScope !== undefined) this.ending = this.dispose();
    return this.ending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  /** The state of the tool that has this name or alias in this step. */
  find(name: string): ToolState | undefined {
    return this.states.find(name) ?? this.findFirst(name);
  }

  /** What was counted, for a run that goes on elsewhere. */
  counters(): RunCounters {
    const { calls, unknownNames, haltReason, revealed } = this;
    return { calls, unknownNames, haltReason, revealed: [...revealed], tools: this.states.counters() };
  }

  /** Whether a tool that waits to be found may be called. */
  isShown(name: string): boolean {
    return this.providerSearches || this.revealed.has(name);
  }

  private get providerSearches(): boolean {
    return this.options.toolSearch === 'provider';
  }

  reveal(names: readonly string[]): void {
    this.revealed = new Set([...this.revealed, ...names]);
  }

  /** Whether anybody listens: events of calls are not even made otherwise. */
  get isHeard(): boolean {
    return this.options.onEvent !== undefined || this.runtime.onEvent !== undefined;
  }

  tell(event: RunEvent): void {
    this.runtime.tell(event, this.options.onEvent);
    this.madeProgress?.tell(event);
  }

  private make(request: ToolCall, options: CallOptions | undefined): Promise<ToolOutcome> {
    return options === undefined ? callTool(this, request) : callWith(this, request, options);
  }

  private async decidedInline(outcome: Promise<ToolOutcome>): Promise<ToolOutcome> {
    const before = await outcome;
    const [after] = await decideInline(this, [before], this.onDeferred as DeferredHandler);
    return after ?? before;
  }

  private async dispose(): Promise<void> {
    await this.stepTools?.dispose();
    await this.madeScope?.dispose();
  }

  private get isEnded(): boolean {
    return this.stopped?.why === 'ended';
  }

  private table(): ToolTable | undefined {
    return this.stepTools === undefined ? this.runtime.fixedTools : this.stepTools.table;
  }

  /** What the calls of a step wait for, unless the run is over before; undefined when nothing is left to do. */
  private preparation(): Promise<unknown> | undefined {
    const step = this.table() === undefined ? this.prepareStep() : undefined;
    if (this.target === undefined || this.dialectOf !== undefined) return step && unlessStopped(step, [this.signal]);
    const loaded = loadDialects(this.target).then((dialectOf) => (this.dialectOf = dialectOf));
    return unlessStopped(Promise.all([step, loaded]), [this.signal]);
  }

  private prepareStep(): Promise<ToolTable> {
    return (this.stepTools as RunTools).prepare();
  }

  private findFirst(name: string): ToolState | undefined {
    const planned = this.table()?.find(name);
    if (planned === undefined) return undefined;
    this.runtime.keepWarm(planned);
    return this.states.begin(name, planned, planned.tool.policy.retries ?? this.maxRetries);
  }

  private stop(stopped: CallStopped): void {
    if (this.stopped !== undefined) return;
    this.stopped = stopped;
    this.controller?.abort(stopped);
    for (const call of this.runtime.inFlight.of(this)) interruptCall(call, stopped);
  }

  private listenTo(signal: AbortSignal): void {
    const stop = (): void => {
      this.stop(new CallStopped('cancelled', 'The signal of the run was aborted.', signal.reason));
    };
    if (signal.aborted) {
      stop();
      return;
    }
    this.onAbort = stop;
    onAbort(signal, stop);
  }

  private goOn({ calls, unknownNames, haltReason, revealed }: RunCounters): void {
    this.calls = calls;
    this.unknownNames = unknownNames;
    this.haltReason = haltReason;
    this.revealed = new Set(revealed);
  }

  private refuseWhenEnded(what: string): void {
    if (this.isEnded) throw this.ended(what);
  }

  private ended(what: string): HaftError {
    return new HaftError('HAFT_RUN_ENDED', `run.${what}() was called on a run that had ended.`, {
      hint: 'Start a run with runtime.startRun() and end it when the last call is answered.',
    });
  }
}

/** One for all runs: a stack would say nothing. */
const ENDED = new CallStopped('ended', 'The run has ended.');
const NOTHING_TO_END = Promise.resolve();
const NO_NAMES: ReadonlySet<string> = new Set();

function notWithin(): HaftError {
  return new HaftError(
    'HAFT_INVALID_OPTION',
    'run.callWithin() was given the context of no call that this run makes now.',
    {
      hint: 'Give it the RunContext that the tool got, before the call of the tool is answered; elsewhere, use run.call().',
    },
  );
}
