import type { DeferralRequest } from '@haft/core';

/** What became of a decision: it counted; it was refused (`reason` is the error's code); or the tool had changed, so that it is void. */
export type DecisionResult = 'accepted' | 'refused' | 'void';

/** Every kind of decision about a deferred call. */
export type DecisionKind = 'approve' | 'deny' | 'supply' | 'result' | 'fail' | 'retry';

/** For whoever keeps the books: one for every decision, also for one that was refused. */
export interface DecisionEvent {
  readonly type: 'decision';
  readonly runId: string;
  readonly callId: string;
  readonly tool: string;
  readonly requestId: string;
  readonly kind: DeferralRequest['kind'];
  /** `invalid` for what is not a decision. */
  readonly decision: DecisionKind | 'invalid';
  readonly result: DecisionResult;
  readonly reason?: string | undefined;
}
