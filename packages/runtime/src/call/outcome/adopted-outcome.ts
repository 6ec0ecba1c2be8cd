import { ToolFailed, type ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import type { Effects } from '../call-parts.js';
import { defer } from '../deferral/defer.js';
import { withCause } from './outcomes.js';

/**
 * Adapts an outcome from another thread or process: budget and deferral are those of the call in
 * this one.
 */
export function adoptedOutcome(call: Call, outcome: ToolOutcome, thrown?: Effects['thrown']): ToolOutcome {
  if (outcome.status === 'deferred') return defer(call, outcome.request.kind, outcome.request.metadata);
  if (outcome.status === 'retry') {
    call.state.rememberWords(outcome.text.split('\n', 1)[0] ?? '');
  }
  const facts = { callId: call.id, tool: call.name, repairs: call.repairs };
  if (outcome.status !== 'failed') return { ...outcome, ...facts };
  const own = { ...outcome, ...facts };
  // A `ToolFailed` is not an event.
  return withCause(own, thrown === undefined ? new ToolFailed(outcome.text) : thrown.error);
}
