import type { DeferralRequest } from '@haft/core';
import type { PlannedTool } from '../call/tools/planned-tool.js';

/** What calls of a tool may wait for, as far as it is declared: a policy may always ask for an approval. */
export function mayWaitFor({ policies, tool: { settings, input } }: PlannedTool): readonly DeferralRequest['kind'][] {
  const isAsked = policies.length > 0 || (settings.approvals ?? []).length > 0;
  return [
    ...(input === undefined ? [] : (['input'] as const)),
    ...(isAsked ? (['approval'] as const) : []),
    ...(settings.external === true ? (['external'] as const) : []),
  ];
}
