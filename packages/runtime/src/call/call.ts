import type { Approval, DeferralRequest, Repair, ToolOutcome } from '@haft/core';
import type { Issue, JsonValue } from '@haft/schema';
import type { ReadArguments } from '@haft/core/reflected';
import type { Grant } from './deferral/open-call.js';
import type { CallContext } from './context/call-context.js';
import type { RunPort } from './run-port.js';
import type { ToolState } from './tools/tool-state.js';
import type { Gate } from '../limits/gate.js';
import { showOnly } from '../events/show-only.js';
import type { CallStopped } from './call-stopped.js';
import { shownArguments } from './arguments/shown-arguments.js';

/** Who made a call. One of the two is called, once. */
export interface Caller {
  answer(outcome: ToolOutcome): void;
  /** For mistakes of the developer. */
  reject(error: unknown): void;
}

/** What few calls have. */
export interface OptionalState {
  /** Of a call with a short deadline. */
  readonly timer?: NodeJS.Timeout;
  /** The end of its time, once somebody asked. */
  readonly dueAt?: number;
  /** Made when the tool first reads its signal. */
  readonly controller?: AbortController;
  /** Told when the call is answered, by whomever. */
  readonly onClose?: () => void;
  /** The call inside of which a tool makes this one. */
  readonly parent?: Call;
  /** The call waits for its turn or for room, so its tool does not run. */
  readonly isWaiting?: boolean;
  /** Of an isolated call: it was executed before, or is now. */
  readonly hasHadThread?: true;
  /** Counted by the batch, not by the call: a batch spends the budget of a tool once. */
  readonly inBatch?: true;
  readonly approval?: Approval;
  /** Allows this call with these arguments to pass step 7. */
  readonly grant?: Grant | undefined;
  /** What the user supplied for `@UserInput()` parameters, in the form in which people send it. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** The same as the tool gets it, once it is accepted. */
  readonly inputArgs?: ReadArguments | undefined;
  /** What was changed of values that people gave. */
  readonly repairsOfPeople?: readonly Repair[] | undefined;
  /** A decision about the call became void: it must be asked for again, whatever the tool says. */
  readonly demand?: DeferralRequest['kind'];
  /** What the tool threw unexpectedly, for the developer. */
  readonly thrown?: { readonly error: unknown };
  /** Names of hidden tools that its result reveals. */
  readonly reveals?: readonly string[];
  /** The model was cut off while it wrote the arguments. */
  readonly isTruncated?: true;
  /** An interceptor changed the arguments after the cache was asked. */
  readonly argumentsChanged?: true;
  /** Made only to learn what would come of it: it stops and tells nothing. */
  readonly isTrial?: true;
  /** A correction that costs nothing. */
  readonly isFree?: boolean;
  /** An issue of the arguments as the model knows it, where their form was another one. */
  readonly asSent?: ((issue: Issue) => Issue) | undefined;
}

/**
 * One call on its way. Changed by the steps; nobody outside sees it. Every call pays for each field of it, in time and in memory:
 * what few calls have is in `optional`.
 */
export class Call {
  /** Its place in `CallsInFlight`; -1 when it is not there. */
  slot = -1;
  dueTick = 0;
  /** Set when something answered for the tool, or the tool did: whatever comes now is late. */
  answered = false;
  /** Why something answered for the tool: the reason of the call's signal. */
  stopped: CallStopped | undefined = undefined;
  caller: Caller = NOBODY;

  context: CallContext | undefined = undefined;
  repairs: readonly Repair[] = NO_REPAIRS;
  /** The arguments in the form that the model may send, once they are accepted. */
  wire: Readonly<Record<string, JsonValue>> | undefined = undefined;
  /** Shared by all calls that have nothing of it. */
  optional: OptionalState = NO_OPTIONAL_STATE;
  /** What the call is inside of, and leaves when it is answered. */
  gates: readonly Gate[] = NO_GATES;
  /** How the call counts for the retry budget. */
  verdict: 'success' | 'retry' | undefined = undefined;
  /** What was sent is in the form that the run's target asks for. */
  inDialect = false;

  /** How many times the tool had failed in this run when the call (or its batch) started. */
  readonly attempt: number;

  constructor(
    readonly run: RunPort,
    readonly state: ToolState,
    readonly id: string,
    /** What the model sent. */
    public sent: unknown,
  ) {
    this.attempt = state.failures;
  }

  /** The tool's name in this run. */
  get name(): string {
    return this.state.planned.name;
  }

  /** Something that few calls have is known now. */
  setOptional(facts: OptionalState): void {
    this.optional = { ...this.optional, ...facts };
  }
}

showOnly(Call, 'Call', (call) => ({ callId: call.id, tool: call.name, arguments: shownArguments(call) }));

const NO_OPTIONAL_STATE: OptionalState = {};
/** One for all calls of all batches. */
export const IN_BATCH: OptionalState = { inBatch: true };
/** The same for those that wait for their turn. */
export const WAITING_IN_BATCH: OptionalState = { inBatch: true, isWaiting: true };
const NO_GATES: readonly Gate[] = [];
const NO_REPAIRS: readonly Repair[] = [];
const NOBODY: Caller = { answer: () => undefined, reject: () => undefined };
