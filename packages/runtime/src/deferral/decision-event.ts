import type { DeferralRequest } from '@haft/core';
import type { RunState } from '../run/run-state.js';
import type { DecidedCall } from './decided-calls.js';
import type { Decision } from './decision.js';

/** What became of a decision: it counted; it was refused (`reason` is the error's code); or the tool had changed, so that it is void. */
export type DecisionResult = 'accepted' | 'refused' | 'void';

/** For whoever keeps the books: one for every decision, also for one that was refused. */
export interface DecisionEvent {
  readonly type: 'decision';
  readonly runId: string;
  readonly callId: string;
  readonly tool: string;
  readonly requestId: string;
  readonly kind: DeferralRequest['kind'];
  readonly decision: Decision['kind'];
  readonly result: DecisionResult;
  readonly reason?: string | undefined;
}

/** Tells the run's listeners what became of a decision. */
export function tellDecision(
  run: RunState,
  { call, decision }: DecidedCall,
  result: DecisionResult,
  reason?: string,
): void {
  const { id: requestId, callId, tool, kind } = call.request;
  run.tell({ type: 'decision', runId: run.id, callId, tool, requestId, kind, decision: decision.kind, result, reason });
}
