import type { DeferralKind } from '@haft/core';

/** The result of a decision. It is void if the tool changed after the request. */
export type DecisionResult = 'accepted' | 'refused' | 'void';

/** The kinds of decisions about a deferred call. */
export type DecisionKind = 'approve' | 'deny' | 'supply' | 'result' | 'fail' | 'retry' | 'done' | 'again';

/** The event of one decision about a deferred call, for audits. Refused decisions have one too. */
export interface DecisionEvent {
  /** Type of the event. */
  readonly type: 'decision';
  /** Id of the run. */
  readonly runId: string;
  /** Id of the deferred call. */
  readonly callId: string;
  /** Name of the tool. */
  readonly tool: string;
  /** Id of the request. */
  readonly requestId: string;
  /** Kind of the request. */
  readonly kind: DeferralKind;
  /** Kind of the decision, or `invalid` if the value is not a decision. */
  readonly decision: DecisionKind | 'invalid';
  /** Whether the decision counts. */
  readonly result: DecisionResult;
  /** Code of the error if the decision was refused. */
  readonly reason?: string | undefined;
}
