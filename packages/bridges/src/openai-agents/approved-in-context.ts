import type { ToolCall } from '@haft/core';
import { decision, type DeferredHandler } from '@haft/runtime';
import type { RunContext } from '@openai/agents';
import { ownRequests } from '../shared/own-requests.js';

/**
 * Returns a handler with the user's decision from the SDK. The SDK executes only calls that are
 * approved or need no approval.
 */
export function approvedInContext<Context>(context: RunContext<Context>, { id, name }: ToolCall): DeferredHandler {
  return (requests) => {
    if (id === undefined || context.isToolApproved({ toolName: name, callId: id }) !== true) return undefined;
    const approvals = ownRequests(requests).filter(({ kind }) => kind === 'approval');
    return Object.fromEntries(approvals.map((request) => [request.id, decision.approve()]));
  };
}
