import type { Approval, DeferralRequest, Repair, ToolOutcome } from '@haft/core';
import type { Issue, JsonValue } from '@haft/schema';
import type { Grant } from '../deferral/pending-run.js';
import type { CallContext } from '../run/call-context.js';
import type { ToolRun } from '../run/tool-run.js';
import type { ToolState } from '../run/tool-state.js';
import type { Gate } from '../limits/gate.js';
import type { CallStopped } from './call-stopped.js';

/** Who made a call. One of the two is called, once. */
export interface Caller {
  answer(outcome: ToolOutcome): void;
  /** For mistakes of the developer. */
  reject(error: unknown): void;
}

/** One call on its way. Changed by the steps; nobody outside sees it. */
export class Call {
  /** Its place in `CallsInFlight`; -1 when it is not there. */
  slot = -1;
  dueTick = 0;
  dueAt: number | undefined = undefined;
  timer: NodeJS.Timeout | undefined = undefined;
  /** Set when something answered for the tool, or the tool did: whatever comes now is late. */
  answered = false;
  /** Why something answered for the tool: the reason of the call's signal. */
  stopped: CallStopped | undefined = undefined;
  caller: Caller = NOBODY;

  controller: AbortController | undefined = undefined;
  context: CallContext | undefined = undefined;
  repairs: readonly Repair[] = NO_REPAIRS;
  /** The arguments in the form that the model may send, once they are accepted. */
  wire: Readonly<Record<string, JsonValue>> | undefined = undefined;
  approval: Approval | undefined = undefined;
  /** Allows this call with these arguments to pass step 7. */
  grant: Grant | undefined = undefined;
  /** What the user supplied for `@UserInput()` parameters. */
  input: Readonly<Record<string, JsonValue>> | undefined = undefined;
  /** A decision about the call became void: it must be asked for again, whatever the tool says. */
  demand: DeferralRequest['kind'] | undefined = undefined;
  /** What the call is inside of, and leaves when it is answered. */
  gates: readonly Gate[] = NO_GATES;
  /** Told when the call is answered, by whomever. */
  onClose: (() => void) | undefined = undefined;
  /** What the tool threw unexpectedly, for the developer. */
  thrown: { readonly error: unknown } | undefined = undefined;
  /** Names of hidden tools that its result reveals. */
  reveals: readonly string[] | undefined = undefined;
  /** How the call counts for the retry budget. */
  verdict: 'success' | 'retry' | undefined = undefined;
  /** An interceptor changed the arguments after the cache was asked. */
  argumentsChanged = false;
  /** A correction that costs nothing. */
  free = false;
  /** The call inside of which a tool makes this one. */
  parent: Call | undefined = undefined;
  /** What was sent is in the form that the run's target asks for. */
  inDialect = false;
  /** The model was cut off while it wrote the arguments. */
  isTruncated = false;
  /** An issue of the arguments as the model knows it, where their form was another one. */
  asSent: ((issue: Issue) => Issue) | undefined = undefined;
  /** Counted by the batch, not by the call: a batch spends the budget of a tool once. */
  inBatch = false;

  /** The tool's name in this run. */
  readonly name: string;
  /** How many times the tool had failed in this run when the call (or its batch) started. */
  readonly attempt: number;

  constructor(
    readonly run: ToolRun,
    readonly state: ToolState,
    readonly id: string,
    /** What the model sent. */
    public sent: unknown,
  ) {
    this.attempt = state.failures;
    this.name = state.planned.name;
  }
}

const NO_GATES: readonly Gate[] = [];
const NO_REPAIRS: readonly Repair[] = [];
const NOBODY: Caller = { answer: () => undefined, reject: () => undefined };
