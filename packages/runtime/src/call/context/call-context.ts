import {
  HaftError,
  hashOf,
  RunContext,
  type Approval,
  type CallBatch,
  type CallCheck,
  type CheckOptions,
  type FoundReference,
  type InnerBatchOptions,
  type InnerCallOptions,
  type Logger,
  type ResumedCallState,
  type RunUsage,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import type { Call } from '../call.js';
import { rowOf } from '../ledger/row-of.js';
import { requireCalls } from '../require-call.js';
import { signalOf } from './signal-of.js';
import type { EventFacts, UntimedEvent } from '../../events/run-event.js';
import { withListener } from '../../events/with-listener.js';
import type { RunPort } from '../run-port.js';
import { showOnly } from '../../events/show-only.js';

/**
 * The context that a tool gets. It has getters over private fields: assignments throw, and unread
 * parts, above all the signal, are never created.
 *
 * Only the prototype makes its instances `instanceof RunContext`. The class does not extend
 * `RunContext`, since V8 creates an instance with `super()` more slowly inside a `try`, which every
 * call has. It took a twentieth of a small call.
 */
export class CallContext implements RunContext {
  readonly #run: RunPort;
  /** Undefined for a context without a call, such as that of `@Prepare` functions. */
  readonly #call: Call | undefined;

  constructor(run: RunPort, call?: Call) {
    this.#run = run;
    this.#call = call;
  }

  /** Returns the call of a context while it is in progress. Undefined for every other context. */
  static callOf(context: unknown): Call | undefined {
    if (typeof context !== 'object' || context === null || !(#call in context)) return undefined;
    return context.#call?.answered === false ? context.#call : undefined;
  }

  /** Returns the context of the run without a call. Returns a foreign context unchanged. */
  static runOf(context: RunContext): RunContext {
    return #run in context ? context.#run.context : context;
  }

  /**
   * Sends an event to the listeners of the run of a context. Returns false for a foreign context.
   */
  static tell(context: RunContext, event: UntimedEvent): boolean {
    if (!(#run in context)) return false;
    context.#run.tell(event);
    return true;
  }

  get deps(): unknown {
    return this.#run.options.deps;
  }
  get runId(): string {
    return this.#run.id;
  }
  get userId(): string | undefined {
    return this.#run.options.userId;
  }
  get tenantId(): string | undefined {
    return this.#run.options.tenantId;
  }
  get metadata(): Readonly<Record<string, unknown>> {
    return this.#run.options.metadata ?? NOTHING;
  }
  get signal(): AbortSignal {
    return this.#call === undefined ? this.#run.signal : signalOf(this.#call);
  }
  get logger(): Logger {
    const run = this.#run;
    if (!run.isHeard) return run.runtime.logger;
    return withListener(run.runtime.logger, (line) => {
      run.tell({ type: 'log', ...this.facts(), ...line });
    });
  }
  get state(): Map<string, unknown> {
    return this.#run.state;
  }

  get callId(): string {
    return this.#call?.id ?? '';
  }
  get toolName(): string {
    return this.#call?.state.planned.tool.ownName ?? '';
  }
  get attempt(): number {
    return this.#call?.attempt ?? 0;
  }
  get maxRetries(): number {
    return this.#call?.state.maxRetries ?? this.#run.maxRetries;
  }
  get lastAttempt(): boolean {
    return this.attempt >= this.maxRetries;
  }
  get deadline(): number | undefined {
    const call = this.#call;
    return call === undefined ? undefined : this.#run.runtime.inFlight.deadlineOf(call);
  }
  get approval(): Approval | undefined {
    return this.#call?.optional.approval;
  }
  get idempotencyKey(): string {
    const call = this.#call;
    return call === undefined ? hashOf([this.tenantId ?? '', this.userId ?? '', this.runId]) : rowOf(call).effectKey;
  }

  get usage(): RunUsage {
    const { calls, maxCalls } = this.#run;
    const state = this.#call?.state;
    const toolCalls = state?.counted.calls ?? 0;
    return Object.freeze({
      calls,
      callsLeft: left(maxCalls, calls),
      toolCalls,
      toolCallsLeft: left(state?.planned.maxCallsPerRun ?? Infinity, toolCalls),
    });
  }

  get resumed(): ResumedCallState | undefined {
    return this.#call?.optional.reentry?.resumed;
  }
  async call(request: ToolCall, options?: InnerCallOptions): Promise<ToolOutcome> {
    return this.#run.callInside(this.inProgress('call'), request, options);
  }
  async callAll(requests: readonly ToolCall[], options?: InnerBatchOptions): Promise<readonly ToolOutcome[]> {
    const call = this.inProgress('callAll');
    requireCalls(requests, 'callAll');
    const batch = await this.#run.batchInside(call, requests, options);
    const settled = await Promise.allSettled(requests.map((_, index) => batch.start(index)));
    batch.end();
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }
  async openBatch(requests: readonly ToolCall[], options?: InnerBatchOptions): Promise<CallBatch> {
    const call = this.inProgress('openBatch');
    requireCalls(requests, 'openBatch');
    return this.#run.batchInside(call, requests, options);
  }
  async check(request: ToolCall, options?: CheckOptions): Promise<CallCheck> {
    return this.#run.checkInside(this.inProgress('check'), request, options);
  }

  async settleIn(client: unknown, value: unknown): Promise<void> {
    return this.#run.settleIn(this.inProgress('settleIn'), client, value);
  }

  findReference(id: string): Promise<FoundReference | undefined> {
    return this.#run.runtime.references.findForTool(this.#run, id);
  }
  tools(): readonly ToolDefinition[] {
    return this.#run.shownDefinitions();
  }
  report(progress: unknown): void {
    this.#run.tell({ type: 'progress', ...this.facts(), progress });
  }
  emit(event: unknown): void {
    this.#run.tell({ type: 'custom', ...this.facts(), event });
  }
  halt(reason: string): void {
    this.#run.halt(reason);
  }

  private inProgress(method: string): Call {
    const call = CallContext.callOf(this);
    if (call !== undefined) return call;
    throw new HaftError('HAFT_INVALID_OPTION', `RunContext.${method}() needs the context of a call in progress.`, {
      hint: 'Use the RunContext that the tool got, before its call is answered. Elsewhere, use the methods of the run.',
    });
  }

  private facts(): EventFacts {
    return this.#call?.facts ?? { runId: this.runId, callId: '', tool: '' };
  }
}

Object.setPrototypeOf(CallContext.prototype, RunContext.prototype);

showOnly(CallContext, 'RunContext', ({ runId, callId, toolName, attempt, maxRetries }) => {
  return callId === '' ? { runId } : { runId, callId, toolName, attempt, maxRetries };
});

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

function left(limit: number, used: number): number | undefined {
  return limit === Infinity ? undefined : Math.max(0, limit - used);
}

/**
 * Returns the context of the run that a call belongs to, without the call. It is the same object
 * for all calls of the run, and containers use it as the key of a scope. Returns a context of
 * another origin unchanged.
 *
 * @param context - the context of a call
 */
export function runContextOf(context: RunContext): RunContext {
  return CallContext.runOf(context);
}
