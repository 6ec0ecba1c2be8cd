import type { DeferralKind } from '@haft/core';
import type { PlannedTool } from '../call/tools/planned-tool.js';

/** Returns the declared reasons to defer calls of a tool. A policy may always add an approval. */
export function mayWaitFor({ policies, tool: { settings, input } }: PlannedTool): readonly DeferralKind[] {
  const isAsked = policies.length > 0 || (settings.approvals ?? []).length > 0;
  return [
    ...(input === undefined ? [] : (['input'] as const)),
    ...(isAsked ? (['approval'] as const) : []),
    ...(settings.external === true ? (['external'] as const) : []),
  ];
}
