import type { Issue } from '@haft/schema';
import type { ContentPart } from './content-part.js';
import type { DeferralRequest } from './deferral-request.js';
import type { Repair } from './repair.js';

interface OutcomeFacts {
  /** The id of the call that this is the outcome of. */
  readonly callId: string;
  /** The tool's name as the run shows it; for an unknown name, the name that was asked for. */
  readonly tool: string;
  /** What the model reads. Never empty. */
  readonly text: string;
  /** What was changed in the arguments before they were accepted. */
  readonly repairs: readonly Repair[];
}

/** The tool ran, or a cached result stands for it. */
export interface SuccessOutcome extends OutcomeFacts {
  readonly status: 'success';
  /** What the method returned; for a `ToolResult`, its `value`. */
  readonly value: unknown;
  /** Content for models that take more than text; `text` stands for all of it where only text fits. */
  readonly parts?: readonly ContentPart[] | undefined;
  /** Facts for the host; no model ever sees them. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The result ends the run (`@Final`). */
  readonly final?: true | undefined;
  /** The result came from the cache; the method did not run. */
  readonly cached?: true | undefined;
}

/** The model can correct itself: `text` says how. */
export interface RetryOutcome extends OutcomeFacts {
  readonly status: 'retry';
  /** The problems as data; empty when the tool itself asked for the retry. */
  readonly issues: readonly Issue[];
  /** No tool of this step has the name that was asked for. */
  readonly unknownTool?: true | undefined;
}

/** Why a call failed. */
export type FailureReason =
  /** The tool threw `ToolFailed`. */
  | 'tool'
  /** The tool threw something else; `errorId` finds the original in the developer's events. */
  | 'exception'
  /** The deadline passed. */
  | 'timeout'
  /** The retry budget is used up. */
  | 'exhausted'
  /** A limit on calls, on rate or on concurrency. */
  | 'limit'
  /** The run was halted (`StopRun`, `run.halt`). */
  | 'halted'
  /** The result does not match its own schema, or cannot be written. */
  | 'result';

/** The call did not work, and calling again with the same arguments will not help. */
export interface FailedOutcome extends OutcomeFacts {
  readonly status: 'failed';
  readonly reason: FailureReason;
  /** With reason `exhausted`: the tool must not be called again in this run. */
  readonly exhausted?: true | undefined;
  /** With reason `exhausted`: no tool of this step has the name that was asked for. */
  readonly unknownTool?: true | undefined;
  /** With reason `exhausted`: the last problems. */
  readonly issues?: readonly Issue[] | undefined;
  /** With reason `exception`: stands in the model's text and in the developer's event. */
  readonly errorId?: string | undefined;
}

/** A person or a policy said no. */
export interface DeniedOutcome extends OutcomeFacts {
  readonly status: 'denied';
}

/** Waits for a person or for another system. */
export interface DeferredOutcome extends OutcomeFacts {
  readonly status: 'deferred';
  readonly request: DeferralRequest;
}

/** The run was cancelled or ended before there was a result. */
export interface InterruptedOutcome extends OutcomeFacts {
  readonly status: 'interrupted';
}

/** What came of a tool call. A tool call never throws what a model caused. */
export type ToolOutcome =
  SuccessOutcome | RetryOutcome | FailedOutcome | DeniedOutcome | DeferredOutcome | InterruptedOutcome;
