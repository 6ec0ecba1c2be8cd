import { HaftError, type DeferralKind, type ToolCall, type ToolDefinition, type ToolOutcome } from '@haft/core';
import type { Target } from '@haft/schema/dialects';
import { CallStopped } from '../call/call-stopped.js';
import { admitCall } from '../call/admit-call.js';
import { Call } from '../call/call.js';
import { rowOf } from '../call/row/row-of.js';
import { makeCall, performCall } from '../call/make-call.js';
import { callWith } from './call-with.js';
import { callAsName, requireCalls, requireObject } from '../call/require-call.js';
import { mayWaitFor } from './may-wait-for.js';
import { waitsFor, type WaitingCall } from './waits-for.js';
import { claimAnswer, recordRequest, type ClaimOptions, type RecordOptions } from './deferral/answered-request.js';
import { decideInline } from './deferral/decide-inline.js';
import type { DeferredHandler } from '../call/deferral/deferred-handler.js';
import type { Decisions } from '../call/deferral/decision.js';
import { pendingOf } from './deferral/pending-of.js';
import type { PendingRun } from './deferral/pending-run.js';
import { resumeCalls, type ResumeOptions } from './deferral/resume-calls.js';
import { signPending } from './deferral/sign-pending.js';
import { loadedLazy, loadLazy } from '../call/load-lazy.js';
import type { RunRuntime } from './runtime-port.js';
import type { ToolTable } from './state/tool-table.js';
import { instructionsOf, lazily } from '@haft/compose/internal';
import type { ReadMessage, ResourceContents } from '@haft/compose';
import { now } from '../events/now.js';
import { runChannel, type RunMessage } from '../events/run-channel.js';
import { showOnly } from '../events/show-only.js';
import { callBatch } from './batch/call-batch.js';
import type { CallOptions } from './call-options.js';
import type { RunOptions } from './run-options.js';
import { onAbort } from '../async/on-abort.js';
import { OffersOfRun } from './offers/offers-of-run.js';
import type { CompletionRequest, CompletionValues } from './offers/complete.js';
import type { PromptDefinition, ResourceLists } from './offers/definitions.js';
import type { ReadOptions } from './offers/read-options.js';
import { RunState } from './state/run-state.js';
import { ToolOfRun, type CallableTool } from './callable-tool.js';
import type { VisibleTools } from './state/visible-tools.js';
import { supersededCalls, type PastCall } from './superseded-calls.js';
import { InnerOfRun } from './inner/inner-of-run.js';
import { KeepingOfRun } from './keeping-of-run.js';
import { raceAbort } from '../async/race-abort.js';
import type { RowOptions } from './durable-port.js';
import { noLedger } from './no-ledger.js';

/** The implementation of `Run`: its methods, and its end. */
export class DefaultRun extends RunState {
  private ending = NOTHING_TO_END;
  readonly inner: InnerOfRun;
  readonly keeping: KeepingOfRun;
  private onAbort: (() => void) | undefined = undefined;
  /** Whether calls need no preparation and no handler. One check instead of four. */
  private isDirect: boolean;

  /** Whether the start of the run was published, so that its end is too. */
  private isAnnounced = false;

  /** @param from - the pending run that this run continues */
  constructor(runtime: RunRuntime, options: RunOptions, from?: PendingRun) {
    super(runtime, options, from);
    this.inner = new InnerOfRun(this, from);
    this.keeping = new KeepingOfRun(this, options.id !== undefined || from !== undefined);
    const { visible, table } = this.toolbox;
    this.isDirect =
      visible === undefined &&
      table?.keepsSomeHidden !== true &&
      options.target === undefined &&
      this.onDeferred === undefined;
    if (options.signal !== undefined) this.listenTo(options.signal);
  }

  async definitions(): Promise<readonly ToolDefinition[]> {
    this.refuseWhenEnded('definitions');
    const table = this.toolbox.table ?? (await this.prepareStep());
    const { providerSearches, revealed } = this.toolbox;
    const definitions = providerSearches ? table.definitionsForSearch() : table.definitionsWith(revealed);
    return this.options.programs === 'provider' ? table.marks.in(definitions) : definitions;
  }

  async tools(): Promise<readonly CallableTool[]> {
    this.refuseWhenEnded('tools');
    const table = this.toolbox.table ?? (await this.prepareStep());
    const tools = table.shownWith(this.toolbox.revealed);
    // Some libraries validate without a promise, so the checks must be loaded.
    await loadLazy();
    for (const { check } of tools) await check.emitted?.load();
    return tools.map((tool) => new ToolOfRun(tool, this));
  }

  async instructions(): Promise<string> {
    this.refuseWhenEnded('instructions');
    const table = this.toolbox.table ?? (await this.prepareStep());
    return instructionsOf(table.callableWith(this.toolbox.revealed), this.context);
  }

  resources(): Promise<ResourceLists> {
    return this.offers.resources();
  }

  read(uri: string, options?: ReadOptions): Promise<ToolOutcome<readonly ResourceContents[]>> {
    return this.offers.read(uri, options);
  }

  prompts(): Promise<readonly PromptDefinition[]> {
    return this.offers.prompts();
  }

  prompt(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ReadOptions,
  ): Promise<ToolOutcome<readonly ReadMessage[]>> {
    return this.offers.prompt(name, args, options);
  }

  complete(request: CompletionRequest): Promise<CompletionValues> {
    return this.offers.complete(request);
  }

  /** Made at each use: most runs read nothing. */
  private get offers(): OffersOfRun {
    return new OffersOfRun(this);
  }

  call(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
  /** The caller knows the type of the value. Here, no value fits every type. */
  call(name: string, args: unknown): Promise<ToolOutcome<never>>;
  call(call: ToolCall | string, more?: unknown, third?: unknown): Promise<ToolOutcome> {
    const isPlain = this.isDirect && more === undefined && typeof call === 'object';
    if (isPlain && !this.runtime.isDisposed) return makeCall(this, call);
    if (third !== undefined) return Promise.reject(threeArguments());
    return this.callPrepared(call, more);
  }

  private callPrepared(call: ToolCall | string, more: unknown): Promise<ToolOutcome> {
    const mistake = typeof call === 'string' && more === undefined ? callAsName(call) : undefined;
    if (mistake !== undefined) return Promise.reject(mistake);
    const request: ToolCall = typeof call === 'string' ? { name: call, arguments: more } : call;
    const options = typeof call === 'string' ? undefined : (more as CallOptions | undefined);
    if (this.isClosed) return Promise.reject(this.ended('call'));
    const ready = this.preparation([request]);
    const outcome = ready === undefined ? this.make(request, options) : ready.then(() => this.make(request, options));
    // With options, `callWith` runs the handler, which then observes the signal of the call.
    return this.onDeferred === undefined || options !== undefined ? outcome : this.decidedInline(outcome);
  }

  async waitsFor(request: ToolCall): Promise<WaitingCall | undefined> {
    await this.ready('waitsFor', [request]);
    return waitsFor(this, request);
  }

  async recordRequest(request: ToolCall, options: RecordOptions = {}): Promise<void> {
    await this.ready('recordRequest', [request]);
    return recordRequest(this, request, options);
  }

  async claimAnswer(request: ToolCall, options: ClaimOptions): Promise<boolean> {
    await this.ready('claimAnswer', [request]);
    return claimAnswer(this, request, options);
  }

  async mayWaitFor(tool: string): Promise<readonly DeferralKind[]> {
    this.refuseWhenEnded('mayWaitFor');
    const table = this.toolbox.table ?? (await this.prepareStep());
    return [...new Set(table.targetsOf(tool).flatMap(mayWaitFor))];
  }

  async enqueue(request: ToolCall): Promise<ToolOutcome> {
    this.refuseWhenEnded('enqueue');
    if (this.runtime.durable === undefined) throw noLedger('run.enqueue()');
    await this.preparation([request]);
    const call = admitCall(this, request);
    if (!(call instanceof Call)) return call;
    call.stored = { ...call.stored, background: 'queue', row: rowOf(call) };
    const outcome = performCall(call);
    return this.onDeferred === undefined ? outcome : this.decidedInline(outcome);
  }

  async callAll(calls: readonly ToolCall[]): Promise<readonly ToolOutcome[]> {
    this.refuseWhenEnded('callAll');
    requireCalls(calls, 'callAll');
    await this.preparation(calls);
    const outcomes = await callBatch(this, calls);
    if (this.onDeferred === undefined) return outcomes;
    return decideInline(this, outcomes, this.onDeferred);
  }

  async supersededCalls(history: readonly PastCall[]): Promise<readonly string[]> {
    this.refuseWhenEnded('supersededCalls');
    requireCalls(history, 'supersededCalls');
    await this.preparation();
    return supersededCalls(this, history);
  }

  /** Asks the toolsets again for the tools of the next step. */
  nextStep(): void {
    const { visible, states } = this.toolbox;
    if (visible === undefined) return;
    visible.forget();
    states.nextStep();
  }

  halt(reason: string): void {
    this.lifetime.halt(reason);
  }

  cancel(reason = 'The run was cancelled.'): void {
    this.stop(new CallStopped('cancelled', reason));
  }

  pending(): PendingRun {
    return signPending(pendingOf(this), this.runtime.people.pendingSecret);
  }

  async resume(
    decisions: Decisions,
    options: ResumeOptions & Pick<RowOptions, 'execute'> = {},
  ): Promise<readonly ToolOutcome[]> {
    this.refuseWhenEnded('resume');
    requireObject(options, 'run.resume', 'options behind the decisions, or leave them out');
    await this.preparation();
    return resumeCalls(this, decisions, options);
  }

  end(): Promise<void> {
    if (this.isEnded) return this.ending;
    const ended = runEnded();
    this.stop(ended);
    this.lifetime.stopped = ended;
    this.isDirect = false;
    if (this.isAnnounced) this.announce('end');
    if (this.onAbort !== undefined) this.options.signal?.removeEventListener('abort', this.onAbort);
    const needsDisposal =
      this.toolbox.visible !== undefined || this.madeScope !== undefined || this.counts.keepsReferences;
    if (needsDisposal) this.ending = this.dispose();
    return this.ending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  get target(): Target | undefined {
    return this.dialect.target;
  }

  /** Publishes that the run begins. `end` then publishes its end. */
  announce(type: RunMessage['type']): void {
    this.isAnnounced = type !== 'end';
    const { runtime, id: runId } = this;
    const { userId, tenantId } = this.options;
    runChannel.publish({ type, runtime, runId, userId, tenantId, at: now() } satisfies RunMessage);
  }

  private make(request: ToolCall, options: CallOptions | undefined): Promise<ToolOutcome> {
    return options === undefined ? makeCall(this, request) : callWith(this, request, options);
  }

  private async decidedInline(outcome: Promise<ToolOutcome>): Promise<ToolOutcome> {
    const before = await outcome;
    if (before.status !== 'deferred') return before;
    const [after] = await decideInline(this, [before], this.onDeferred as DeferredHandler);
    return after ?? before;
  }

  private async dispose(): Promise<void> {
    await this.toolbox.visible?.dispose();
    await this.madeScope?.dispose();
    // A paused run continues with the values, until they expire.
    if (this.counts.keepsReferences && (this.knownPaused?.open.length ?? 0) === 0)
      await this.runtime.references.end(this);
  }

  private get isEnded(): boolean {
    return this.lifetime.stopped?.why === 'ended';
  }

  /** Whether the run or its runtime has ended. */
  private get isClosed(): boolean {
    return this.isEnded || this.runtime.isDisposed;
  }

  /**
   * Returns a promise that calls wait for first, or undefined. It rejects when the run ends.
   *
   * @param calls - the calls that are made then
   */
  private preparation(calls: readonly ToolCall[] = []): Promise<unknown> | undefined {
    const { table, visible } = this.toolbox;
    // Step 1 reads the arguments of `call_tool`.
    if (table?.keepsSomeHidden === true && loadedLazy() === undefined)
      return loadLazy().then(() => this.preparation(calls));
    const step = table === undefined ? this.prepareStep() : visible?.refresh(calls);
    const { dialect, lifetime } = this;
    if (dialect.target === undefined || dialect.of !== undefined) return step && raceAbort(step, [lifetime.signal]);
    const loaded = import('@haft/arguments/dialect').then(({ dialectOf }) => (dialect.of = dialectOf));
    return raceAbort(Promise.all([step, loaded]), [lifetime.signal]);
  }

  private prepareStep(): Promise<ToolTable> {
    return (this.toolbox.visible as VisibleTools).prepare();
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

  /**
   * Waits until calls are possible.
   *
   * @param method - the method that needs it
   * @param calls - the calls that are made then
   * @throws {HaftError} `HAFT_RUN_ENDED`, `HAFT_TOOLSET_FAILED`
   */
  async ready(method: string, calls: readonly ToolCall[]): Promise<void> {
    this.refuseWhenEnded(method);
    await this.preparation(calls);
  }

  private refuseWhenEnded(what: string): void {
    if (this.isClosed) throw this.ended(what);
  }

  private ended(what: string): HaftError {
    if (this.runtime.isDisposed) return disposed(`run.${what}()`);
    return new HaftError('HAFT_RUN_ENDED', `run.${what}() was called on a run that had ended.`, {
      hint: 'Start a run with runtime.startRun() and end it when the last call is answered.',
    });
  }
}

function threeArguments(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'run.call() was given three arguments.', {
    hint: 'With options, give the call as an object: run.call({ name, arguments }, options).',
  });
}

/** Returns the error of a call after the end of the runtime. */
export function disposed(method: string): HaftError {
  return new HaftError('HAFT_RUN_ENDED', `${method} was called after runtime.dispose().`, {
    hint: 'Dispose the runtime when the process ends, after the last run. Create another runtime for more calls.',
  });
}

showOnly(DefaultRun, 'Run', ({ id, target, counts: { calls, inFlight }, lifetime: { haltReason, stopped } }) => ({
  id,
  ...(target === undefined ? {} : { target }),
  calls,
  inFlight,
  ...(haltReason === undefined ? {} : { haltReason }),
  ...(stopped === undefined ? {} : { stopped: stopped.why }),
}));

/** Shared by all runs: its stack has no information. */
const runEnded = lazily(() => new CallStopped('ended', 'The run has ended.'));
const NOTHING_TO_END = Promise.resolve();
