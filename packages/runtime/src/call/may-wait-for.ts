import type { DeferralRequest } from '@haft/core';
import type { PlannedTool } from '../runtime/planned-tool.js';

/** What calls of a tool may wait for, as far as it is declared: a policy may always ask for an approval. */
export function mayWaitFor({ policies, tool: { policy, body } }: PlannedTool): readonly DeferralRequest['kind'][] {
  const isAsked = policies.length > 0 || (policy.approvals ?? []).length > 0;
  return [
    ...(body.host.some(({ kind }) => kind === 'input') ? (['input'] as const) : []),
    ...(isAsked ? (['approval'] as const) : []),
    ...(policy.external === true ? (['external'] as const) : []),
  ];
}
