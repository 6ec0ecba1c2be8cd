import type { Issue } from '@haft/schema';
import type { ContentPart } from './content-part.js';
import type { DeferralRequest } from './deferral-request.js';
import type { Repair } from './repair.js';

interface OutcomeFacts {
  /** The id of the call. */
  readonly callId: string;
  /** The tool's name in the run. For an unknown name, the name that the model asked for. */
  readonly tool: string;
  /** The text for the model. Never empty. */
  readonly text: string;
  /** The changes to the arguments before Haft accepted them. */
  readonly repairs: readonly Repair[];
  /**
   * Whether the call was made before and the ledger had its outcome. Then the tool did not run. If
   * the turn is not known, the text begins `This call was made before`.
   */
  readonly replayed?: true | undefined;
}

/**
 * The tool ran, or a cached result replaced it.
 *
 * @typeParam Value - the type of the value, default: unknown
 */
export interface SuccessOutcome<Value = unknown> extends OutcomeFacts {
  /** Always `success`. */
  readonly status: 'success';
  /** The result of the method. For a `ToolResult`, its `value`. */
  readonly value: Value;
  /** Content for models that accept more than text. For other models, `text` replaces all of it. */
  readonly parts?: readonly ContentPart[] | undefined;
  /** Facts for the host. No model ever sees them. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the result ends the run (`@Final`). */
  readonly final?: true | undefined;
  /** Whether the result came from the cache. Then the method did not run. */
  readonly cached?: true | undefined;
}

/** The model can correct itself: `text` says how. */
export interface RetryOutcome extends OutcomeFacts {
  /** Always `retry`. */
  readonly status: 'retry';
  /** The problems as data. Empty if the tool itself asked for the retry. */
  readonly issues: readonly Issue[];
  /** Whether no tool of this step has the name that the model asked for. */
  readonly unknownTool?: true | undefined;
}

/** Why a call failed. */
export type FailureReason =
  /** The tool threw `ToolFailed`. */
  | 'tool'
  /** The tool threw something else. Find the original in the developer's events by `errorId`. */
  | 'exception'
  /** The deadline passed. */
  | 'timeout'
  /** The model used up the retry budget. */
  | 'exhausted'
  /** A limit on calls, rate or concurrency. */
  | 'limit'
  /** The run was halted (`StopRun`, `run.calls.halt`). */
  | 'halted'
  /** The result does not match its schema, or Haft cannot serialise it. */
  | 'result'
  /** The tool changed while its call was suspended, so that the call cannot continue. */
  | 'changed'
  /** A program of the provider made a call that only the model itself may make. */
  | 'program'
  /** A process ended during the call, so that it is not known whether it took effect. */
  | 'unknown';

/** The call did not work, and repeating it with the same arguments does not help. */
export interface FailedOutcome extends OutcomeFacts {
  /** Always `failed`. */
  readonly status: 'failed';
  /** The reason of the failure. */
  readonly reason: FailureReason;
  /**
   * With reason `timeout`: whether the deadline passed before the method began, for example in a
   * queue. You can repeat such a call without a second effect.
   */
  readonly notStarted?: true | undefined;
  /** With reason `exhausted`: always set. A later call with other arguments is executed. */
  readonly exhausted?: true | undefined;
  /**
   * With reason `exhausted`: whether no tool of this step has the name that the model asked for.
   */
  readonly unknownTool?: true | undefined;
  /** With reason `exhausted`: the last problems. */
  readonly issues?: readonly Issue[] | undefined;
  /** With reason `exception`: an id that the model's text and the developer's event share. */
  readonly errorId?: string | undefined;
  /**
   * The error that the tool threw, for your code: a `ToolFailed`, an exception, or an error that
   * `mapErrors` mapped. It is not enumerable, so that JSON of the outcome leaves it out. An
   * interceptor may return a copy: Haft adds the error of the outcome that `next` gave.
   */
  readonly cause?: unknown;
}

/** A person or a policy rejected the call, or no decision came in time. */
export interface DeniedOutcome extends OutcomeFacts {
  /** Always `denied`. */
  readonly status: 'denied';
  /** `expired`: no decision came before the request expired. Unset for all other denials. */
  readonly reason?: 'expired' | undefined;
}

/** The call waits for a person or for another system. */
export interface DeferredOutcome extends OutcomeFacts {
  /** Always `deferred`. */
  readonly status: 'deferred';
  /** The request that a decision must answer. The first one, if there are several. */
  readonly request: DeferralRequest;
  /**
   * All requests of a call whose inner calls wait for decisions. The call continues when at least
   * one is decided. Unset for a call that waits itself.
   */
  readonly requests?: readonly DeferralRequest[] | undefined;
}

/** The run was cancelled or ended before there was a result. */
export interface InterruptedOutcome extends OutcomeFacts {
  /** Always `interrupted`. */
  readonly status: 'interrupted';
  /** Whether the method had not begun, for example because the call waited for its turn. */
  readonly notStarted?: true | undefined;
}

/**
 * The outcome of a tool call. A call never throws because of a mistake of the model.
 *
 * @typeParam Value - the type of the value of a success, default: unknown
 */
export type ToolOutcome<Value = unknown> =
  SuccessOutcome<Value> | RetryOutcome | FailedOutcome | DeniedOutcome | DeferredOutcome | InterruptedOutcome;
