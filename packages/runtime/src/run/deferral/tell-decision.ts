import type { RunPort } from '../../call/run-port.js';
import type { Decision } from '../../call/deferral/decision.js';
import type { OpenCall } from '../../call/deferral/open-call.js';
import type { DecisionEvent, DecisionResult } from '../../events/decision-event.js';

/** Sends a `decision` event to the listeners of the run. */
export function tellDecision(
  run: RunPort,
  { call, decision }: { readonly call: OpenCall; readonly decision: unknown },
  result: DecisionResult,
  reason?: string,
): void {
  const { id: requestId, callId, tool, kind } = call.request;
  const facts = { runId: run.id, callId, tool, requestId, kind };
  run.events.tell({ type: 'decision', ...facts, decision: kindOf(decision), result, reason });
}

/** Returns the kind of a decision. A refused decision may be any value. */
function kindOf(decision: unknown): DecisionEvent['decision'] {
  if (typeof decision === 'boolean') return decision ? 'approve' : 'deny';
  const kind: unknown = typeof decision === 'object' && decision !== null && 'kind' in decision && decision.kind;
  return KINDS.find((one) => one === kind) ?? 'invalid';
}

const KINDS: readonly Decision['kind'][] = ['approve', 'deny', 'supply', 'result', 'fail', 'retry', 'done', 'again'];
