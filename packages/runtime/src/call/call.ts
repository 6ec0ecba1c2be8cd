import type { Approval, DeferralKind, ParentCall, Repair, ResumedCallState, ToolOutcome } from '@haft/core';
import type { Issue, JsonValue } from '@haft/schema';
import type { HostValues, ReadArguments } from '@haft/core/reflected';
import type { Grant, OpenCall } from './deferral/open-call.js';
import type { CallContext } from './context/call-context.js';
import type { RunPort } from './run-port.js';
import type { ToolState } from './tools/tool-state.js';
import type { Gate } from '../limits/gate.js';
import { showOnly } from '../events/show-only.js';
import type { CallStopped } from './call-stopped.js';
import type { InnerCalls } from './inner/inner-calls.js';
import type { RowOfCall } from './ledger/row-of-call.js';
import { shownArguments } from './arguments/shown-arguments.js';
import type { EventFacts } from '../events/run-event.js';

/** The receiver of the result of a call. One of its methods is called, once. */
export interface Caller {
  answer(outcome: ToolOutcome): void;
  /** Rejects with a mistake of the developer. */
  reject(error: unknown): void;
}

/** A suspended call that is entered again. */
export interface Reentry {
  /** The state that the tool reads. */
  readonly resumed: ResumedCallState;
  /** How long the tool ran before, in milliseconds. */
  readonly spentMs: number;
}

/** Optional state of a call. Most calls have none. */
export interface OptionalState {
  /** Set for a call with a short deadline. */
  readonly timer?: NodeJS.Timeout;
  /** The end of its time, in milliseconds since the epoch. Set when it is first read. */
  readonly dueAt?: number;
  /** Set when the tool first reads its signal. */
  readonly controller?: AbortController;
  /** Called when the call is answered. */
  readonly onClose?: () => void;
  /** The call of the tool that makes this call, while both are in progress. */
  readonly parent?: Call;
  /** The same call as facts. They also exist if the outer call is suspended. */
  readonly from?: ParentCall | undefined;
  /** The calls that this call made. */
  readonly inner?: InnerCalls;
  /** Set for a suspended call that is entered again. */
  readonly reentry?: Reentry;
  /** Whether the call waits for its turn or for a slot, so that its tool does not run. */
  readonly isWaiting?: boolean;
  /** Whether the isolated call runs in a thread, or did. */
  readonly hasHadThread?: true;
  /** Whether the batch counts the call. A batch spends the budget of a tool once. */
  readonly inBatch?: true;
  /** The calls that waited when the batch began. Set only without a ledger. */
  readonly waiting?: readonly OpenCall[] | undefined;
  readonly approval?: Approval;
  /** Allows this call with these arguments to pass step 7. */
  readonly grant?: Grant | undefined;
  /** Values of the user for `@UserInput()` parameters, in JSON form. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** The accepted values of the user, in the form that the tool gets. */
  readonly inputArgs?: ReadArguments | undefined;
  /** Repairs of values that people supplied. */
  readonly repairsOfPeople?: readonly Repair[] | undefined;
  /** Set if a decision is void: it must be asked for again, even if the tool does not. */
  readonly demand?: DeferralKind;
  /** The answer of the model that the call belongs to. Default: the turn of the run. */
  readonly turn?: string | undefined;
  /** How many calls before it in its batch have its id. Unset for the first one. */
  readonly place?: number;
  /** The row of the call in the ledger. */
  readonly row?: RowOfCall | undefined;
  /**
   * `queue`: the call is executed after it is answered. `execute`: it is executed now, and was
   * answered before.
   */
  readonly background?: 'queue' | 'execute';
  /** An unexpected error of the tool, for the developer. */
  readonly thrown?: { readonly error: unknown };
  /** Names of hidden tools that the result reveals. */
  readonly reveals?: readonly string[];
  /** The name that the model used, if it is not the name or an alias of the tool. */
  readonly askedName?: string;
  /** Whether the model was cut off while it wrote the arguments. */
  readonly isTruncated?: true;
  /** Whether an interceptor wrote the arguments, which may be in the form of the tool. */
  readonly isWrittenByCode?: true;
  /** Whether an interceptor changed the arguments after step 8. The result is then not cached. */
  readonly argumentsChanged?: true;
  /** The text for the model about arguments that an approver changed. */
  readonly changes?: string | undefined;
  /** Whether the call is a trial, which stops and reports nothing. */
  readonly isTrial?: true;
  /** The message of the `ModelRetry` that a trial gets. */
  readonly asked?: string;
  /** Whether the correction does not spend the budget. */
  readonly isFree?: boolean;
  /** Writes an issue in the form of the arguments that the model sent. */
  readonly asSent?: ((issue: Issue) => Issue) | undefined;
}

/**
 * A call in progress. Only the steps change it. Every call pays time and memory for each field, so
 * the state that most calls lack is in `optional`.
 */
export class Call implements Caller {
  /** The position in `CallsInFlight`, or -1. */
  slot = -1;
  dueTick = 0;
  /** Whether the call was answered. Later results are late. */
  answered = false;
  /** The reason why the call was answered before its tool returned. */
  stopped: CallStopped | undefined = undefined;
  /** The receiver of the answer. By default the call itself, for {@link promisedAnswer}. */
  caller: Caller = this;
  /** The answer, if it came before the caller awaited it. */
  private kept: ToolOutcome | Rejection | undefined = undefined;
  private awaited: Caller | undefined = undefined;

  context: CallContext | undefined = undefined;
  repairs: readonly Repair[] = NO_REPAIRS;
  /** The accepted arguments in the form that the tool gets. */
  args: ReadArguments | undefined = undefined;
  /** The values of the parameters that the model does not see. */
  host: HostValues = NO_HOST_VALUES;
  /** The accepted arguments in JSON form. */
  wire: Readonly<Record<string, JsonValue>> | undefined = undefined;
  /** All calls without optional state share one object. */
  optional: OptionalState = NO_OPTIONAL_STATE;
  /** The gates that the call is inside. It leaves them when it is answered. */
  gates: readonly Gate[] = NO_GATES;
  /** How the call counts for the retry budget. */
  verdict: 'success' | 'retry' | undefined = undefined;
  /** Whether the arguments are in the dialect of the target of the run. */
  inDialect = false;

  /** The number of failures of the tool in this run when the call (or its batch) started. */
  readonly attempt: number;

  constructor(
    readonly run: RunPort,
    readonly state: ToolState,
    readonly id: string,
    /** The arguments that the model sent, or that an interceptor wrote. */
    public sent: unknown,
  ) {
    this.attempt = state.failures;
  }

  /** The name of the tool in this run. */
  get name(): string {
    return this.state.planned.name;
  }

  /** The facts that all events of the call have. */
  get facts(): EventFacts {
    const { from } = this.optional;
    const facts = { runId: this.run.id, callId: this.id, tool: this.name };
    return from === undefined ? facts : { ...facts, parent: from };
  }

  /**
   * Returns a promise of the answer, once the steps have begun. A call that is rejected, or whose
   * tool returns no promise, has an answer by then. It needs no functions to resolve the promise.
   */
  promisedAnswer(): Promise<ToolOutcome> {
    const { kept } = this;
    if (kept === undefined || kept instanceof Rejection) return this.laterAnswer(kept);
    return Promise.resolve(kept);
  }

  answer(outcome: ToolOutcome): void {
    if (this.awaited === undefined) this.kept = outcome;
    else this.awaited.answer(outcome);
  }

  reject(error: unknown): void {
    if (this.awaited === undefined) this.kept = new Rejection(error);
    else this.awaited.reject(error);
  }

  private laterAnswer(rejection: Rejection | undefined): Promise<ToolOutcome> {
    return new Promise((answer, reject) => {
      if (rejection !== undefined) throw rejection.error;
      this.awaited = { answer, reject };
    });
  }

  /** Adds optional state. */
  setOptional(facts: OptionalState): void {
    this.optional = { ...this.optional, ...facts };
  }
}

/** A mistake of the developer instead of an outcome. */
class Rejection {
  constructor(readonly error: unknown) {}
}

showOnly(Call, 'Call', (call) => ({ callId: call.id, tool: call.name, arguments: shownArguments(call) }));

/** Shared by all calls without optional state. */
export const NO_OPTIONAL_STATE: OptionalState = {};
/** Shared by all calls of all batches. */
export const IN_BATCH: OptionalState = { inBatch: true };
/** Shared by all calls of batches that wait for their turn. */
export const WAITING_IN_BATCH: OptionalState = { inBatch: true, isWaiting: true };
const NO_GATES: readonly Gate[] = [];
const NO_REPAIRS: readonly Repair[] = [];
const NO_HOST_VALUES: HostValues = [];
