import {
  hashOf,
  RunContext,
  type Approval,
  type Logger,
  type RunCalls,
  type RunLedger,
  type RunRetries,
  requireKind,
} from '@haft/core';
import type { Call } from '../call.js';
import { continuesElsewhere } from '../row/is-left-to-others.js';
import { rowOf } from '../row/row-of.js';
import { CallsOfContext } from './calls-of-context.js';
import { inProgress, requireInProgress } from './in-progress.js';
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
    return inProgress(context.#call);
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
    context.#run.events.tell(event);
    return true;
  }

  /**
   * Asks whether the user of the run of a context may call a tool. A foreign context knows no
   * permissions.
   */
  static async permits(context: RunContext, tool: string): Promise<boolean> {
    if (!(#run in context)) return true;
    const { toolbox } = context.#run;
    const state = toolbox.findWaiting(tool);
    return state === undefined || toolbox.permits(state);
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
    return this.#call === undefined ? this.#run.lifetime.signal : signalOf(this.#call);
  }
  get logger(): Logger {
    const run = this.#run;
    if (!run.events.isHeard) return run.runtime.observe.logger;
    return withListener(run.runtime.observe.logger, (line) => {
      run.events.tell({ type: 'log', ...this.facts(), ...line });
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
  get retries(): RunRetries {
    const attempt = this.#call?.attempt ?? 0;
    const max = this.#call?.state.maxRetries ?? this.#run.counts.maxRetries;
    return Object.freeze({ attempt, max, isLast: attempt >= max });
  }
  get deadline(): number | undefined {
    const call = this.#call;
    return call === undefined ? undefined : this.#run.runtime.inFlight.deadlineOf(call);
  }
  get approval(): Approval | undefined {
    return this.#call?.decided.approval;
  }
  get idempotencyKey(): string {
    const call = this.#call;
    return call === undefined ? hashOf([this.tenantId ?? '', this.userId ?? '', this.runId]) : rowOf(call).effectKey;
  }

  get calls(): RunCalls {
    return new CallsOfContext(this.#run, this.#call);
  }
  get ledger(): RunLedger {
    const [run, call] = [this.#run, this.#call];
    return {
      settleIn: async (client, value) =>
        run.keeping.settleIn(requireInProgress(call, 'ledger.settleIn'), client, value),
      keep: async (value) => run.keeping.keepValue(requireInProgress(call, 'ledger.keep'), value),
      get kept() {
        return call?.stored.row?.kept;
      },
      get continuesElsewhere() {
        return call !== undefined && continuesElsewhere(call);
      },
    };
  }

  report(progress: unknown): void {
    this.#run.events.tell({ type: 'progress', ...this.facts(), progress });
  }
  emit(event: unknown): void {
    this.#run.events.tell({ type: 'custom', ...this.facts(), event });
  }

  private facts(): EventFacts {
    return this.#call?.facts ?? { runId: this.runId, callId: '', tool: '' };
  }
}

Object.setPrototypeOf(CallContext.prototype, RunContext.prototype);

showOnly(CallContext, 'RunContext', ({ runId, callId, toolName, retries }) => {
  return callId === '' ? { runId } : { runId, callId, toolName, retries };
});

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * Returns the context of the run that a call belongs to, without the call. It is the same object
 * for all calls of the run, and containers use it as the key of a scope. Returns a context of
 * another origin unchanged.
 *
 * @param context - the context of a call
 */
export function runContextOf(context: RunContext): RunContext {
  requireKind('The argument of runContextOf()', context, 'an object');
  return CallContext.runOf(context);
}
