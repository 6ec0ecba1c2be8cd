import type { Repair, RunContext, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { HostValues, ReadArguments } from '@haft/core/reflected';
import {
  NOTHING,
  type Counting,
  type Decided,
  type Effects,
  type Origin,
  type Sending,
  type Stored,
  type Timing,
} from './call-parts.js';
import type { RunPort } from './run-port.js';
import type { ToolState } from './tools/tool-state.js';
import type { Gate } from '../limits/gate.js';
import { showOnly } from '../events/show-only.js';
import type { CallStopped } from './call-stopped.js';
import { shownArguments } from './arguments/shown-arguments.js';
import type { EventFacts } from '../events/run-event.js';
import { CALL_TOOL } from '@haft/compose/internal';

/** The receiver of the result of a call. One of its methods is called, once. */
export interface Caller {
  answer(outcome: ToolOutcome): void;
  /** Rejects with a mistake of the developer. */
  reject(error: unknown): void;
}

const NO_GATES: readonly Gate[] = [];
const NO_REPAIRS: readonly Repair[] = [];
const NO_HOST_VALUES: HostValues = [];

/**
 * A call in progress. Only the steps change it. Every call pays time and memory for each field, so
 * the state that most calls lack is in parts, which are empty and shared until a step adds to one.
 */
export class Call implements Caller {
  /**
   * Never made. At a full collection, V8 drops the optimised code about objects of a kind if none
   * is alive. Without this one, calls after it take five times as long in an idle process.
   */
  static readonly example = new Call(undefined as unknown as RunPort, { failures: 0 } as ToolState, '', undefined);

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

  context: RunContext | undefined = undefined;
  repairs: readonly Repair[] = NO_REPAIRS;
  /** The accepted arguments in the form that the tool gets. */
  args: ReadArguments | undefined = undefined;
  /** The values of the parameters that the model does not see. */
  host: HostValues = NO_HOST_VALUES;
  /** The accepted arguments in JSON form. */
  wire: Readonly<Record<string, JsonValue>> | undefined = undefined;
  /** The place of the call: in another call, a turn and a batch. */
  origin: Origin = NOTHING;
  /** The request of the model without the arguments. */
  sending: Sending = NOTHING;
  /** The decisions and values of people, and the suspension that they end. */
  decided: Decided = NOTHING;
  /** The row in the ledger. */
  stored: Stored = NOTHING;
  /** Its deadline and its signal. */
  timing: Timing = NOTHING;
  /** The effects of the tool that are not in its result. */
  effects: Effects = NOTHING;
  /** Whether it counts. */
  counting: Counting = NOTHING;
  /** The gates that the call is inside. It leaves them when it is answered. */
  gates: readonly Gate[] = NO_GATES;
  /** How the call counts for the retry budget. */
  verdict: 'success' | 'retry' | undefined = undefined;
  /** Whether the method has begun, here or in another thread or process. */
  hasBegun = false;
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
    const { from } = this.origin;
    const facts = { runId: this.run.id, callId: this.id, tool: this.name };
    if (from !== undefined) return { ...facts, parent: from };
    return this.sending.via === undefined ? facts : { ...facts, via: CALL_TOOL };
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
}

/** A mistake of the developer instead of an outcome. */
class Rejection {
  constructor(readonly error: unknown) {}
}

showOnly(Call, 'Call', (call) => ({ callId: call.id, tool: call.name, arguments: shownArguments(call) }));
