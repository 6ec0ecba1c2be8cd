import type { DeniedOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { callInText } from '@haft/core/internal';
import { deniedText } from './outcomes.js';

/** Returns the outcome of a call that was denied, or that got no decision in time. */
export function denied(
  call: Pick<Call, 'id' | 'name' | 'repairs'>,
  text = '',
  reason?: DeniedOutcome['reason'],
): DeniedOutcome {
  const own = reason === undefined ? deniedText(call.name) : expiredText(call.name);
  const facts = { callId: call.id, tool: call.name, text: text || own };
  return { status: 'denied', ...facts, repairs: call.repairs, ...(reason === undefined ? {} : { reason }) };
}

function expiredText(tool: string): string {
  return `${callInText(tool)} was not executed, because no decision came in time.`;
}
