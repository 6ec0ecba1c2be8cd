import type { DeniedOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { DENIED } from './outcomes.js';

/** Returns the outcome of a call that was denied, or that got no decision in time. */
export function denied(
  call: Pick<Call, 'id' | 'name' | 'repairs'>,
  text = '',
  reason?: DeniedOutcome['reason'],
): DeniedOutcome {
  const facts = { callId: call.id, tool: call.name, text: text || (reason === undefined ? DENIED : EXPIRED) };
  return { status: 'denied', ...facts, repairs: call.repairs, ...(reason === undefined ? {} : { reason }) };
}

const EXPIRED = 'The tool call was not executed, because no decision came in time.';
