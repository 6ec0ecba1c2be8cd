import type { Approval, DeferralKind, ParentCall, Repair, ResumedCallState } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import type { Issue, JsonValue } from '@haft/schema';
import type { Call } from './call.js';
import type { Grant, OpenCall } from './deferral/open-call.js';
import type { InnerCalls } from './inner/inner-calls.js';
import type { RowOfCall } from './row/row-of-call.js';

/** The place of a call: in another call, a turn and a batch. */
export interface Origin {
  /** The call of the tool that makes this call, while both are in progress. */
  readonly parent?: Call;
  /** The same call as facts. They also exist if the outer call is suspended. */
  readonly from?: ParentCall | undefined;
  /** The calls that this call made. */
  readonly inner?: InnerCalls;
  /** The answer of the model that the call belongs to. Default: the turn of the run. */
  readonly turn?: string | undefined;
  /** Whether step 1 asked if the user may call the tool. Unset for a call that waited. */
  readonly isPermitted?: true;
  /** Whether the batch counts the call. A batch spends the budget of a tool once. */
  readonly inBatch?: true;
  /** How many calls before it in its batch have its id. Unset for the first one. */
  readonly place?: number;
  /** The calls that waited when the batch began. Set only without a ledger. */
  readonly waiting?: readonly OpenCall[] | undefined;
}

/** The request of the model without the arguments, and changes of interceptors to it. */
export interface Sending {
  /** The name that the model used, if it is not the name or an alias of the tool. */
  readonly askedName?: string;
  /** Set if the model sent the call inside of a call of `call_tool`. */
  readonly via?: Via | undefined;
  /** Whether the model was cut off while it wrote the arguments. */
  readonly isTruncated?: true;
  /** Whether a program of the provider makes the call. It needs the value, immediately. */
  readonly isOfProgram?: true;
  /** Whether an interceptor wrote the arguments, which may be in the form of the tool. */
  readonly isWrittenByCode?: true;
  /** Whether an interceptor changed the arguments after step 8. The result is then not cached. */
  readonly argumentsChanged?: true;
  /** Writes an issue in the form of the arguments that the model sent. */
  readonly asSent?: ((issue: Issue) => Issue) | undefined;
}

/** A call of `call_tool` around a call. */
export interface Via {
  /** The repairs of its text. */
  readonly repairs: readonly Repair[];
}

/** The decisions and values of people, and the suspension that they end. */
export interface Decided {
  readonly approval?: Approval;
  /** Allows this call with these arguments to pass step 7. */
  readonly grant?: Grant | undefined;
  /** Values of the user for `@UserInput()` parameters, in JSON form. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** The accepted values of the user, in the form that the tool gets. */
  readonly inputArgs?: ReadArguments | undefined;
  /** Repairs of values that people supplied. */
  readonly repairsOfPeople?: readonly Repair[] | undefined;
  /** The text for the model about arguments that an approver changed. */
  readonly changes?: string | undefined;
  /** Set if a decision is void: it must be asked for again, even if the tool does not. */
  readonly demand?: DeferralKind;
  /** Set for a suspended call that is entered again. */
  readonly reentry?: Reentry;
}

/** A suspended call that is entered again. */
export interface Reentry {
  /** The state that the tool reads. */
  readonly resumed: ResumedCallState;
  /** How long the tool ran before, in milliseconds. */
  readonly spentMs: number;
}

/** The row of a call in the ledger. */
export interface Stored {
  readonly row?: RowOfCall | undefined;
  /**
   * `queue`: the call is executed after it is answered. `execute`: it is executed now, and was
   * answered before.
   */
  readonly background?: 'queue' | 'execute';
}

/** The deadline and the signal of a call. */
export interface Timing {
  /** Set for a call with a short deadline. */
  readonly timer?: NodeJS.Timeout;
  /** The end of its time, in milliseconds since the epoch. Set when it is first read. */
  readonly dueAt?: number;
  /** Set when the tool first reads its signal. */
  readonly controller?: AbortController;
  /** Called when the call is answered. */
  readonly onClose?: () => void;
}

/** The effects of a tool that are not in its result. */
export interface Effects {
  /** An unexpected error of the tool, for the developer. */
  readonly thrown?: { readonly error: unknown };
  /** Names of hidden tools that the result reveals. */
  readonly reveals?: readonly string[];
}

/** Whether a call counts. */
export interface Counting {
  /** Whether the call is a trial, which stops and reports nothing. */
  readonly isTrial?: true;
  /** The message of the `ModelRetry` that a trial gets. */
  readonly asked?: string;
  /** Whether the correction does not spend the budget. */
  readonly isFree?: boolean;
}

/** Shared by all calls with an empty part. */
export const NOTHING = Object.freeze({});
/** Shared by all calls of all batches. */
export const IN_BATCH: Origin = { inBatch: true };
/** Shared by calls of tools that exist for some users only, which step 1 found. */
export const PERMITTED: Origin = { isPermitted: true };
/** Shared by all trials. */
export const TRIAL: Counting = { isTrial: true };
