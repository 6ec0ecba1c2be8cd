import type { DeferralRequest } from '@haft/core';
import type { AnyTool } from '../toolsets/any-tool.js';

/** What calls of a tool may wait for, as far as the tool declares it. */
export function mayWaitFor({ policy, body }: AnyTool): readonly DeferralRequest['kind'][] {
  return [
    ...(body.host.some(({ kind }) => kind === 'input') ? (['input'] as const) : []),
    ...((policy.approvals ?? []).length > 0 ? (['approval'] as const) : []),
    ...(policy.external === true ? (['external'] as const) : []),
  ];
}
