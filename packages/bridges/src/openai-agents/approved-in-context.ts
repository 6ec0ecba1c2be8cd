import type { ToolCall } from '@haft/core';
import { decision, type DeferredHandler } from '@haft/runtime';
import type { RunContext } from '@openai/agents';

/** Decides about a call as the user did whom the SDK asked: it executes only calls that were approved, or that need nobody. */
export function approvedInContext<Context>(context: RunContext<Context>, { id, name }: ToolCall): DeferredHandler {
  return (requests) => {
    if (id === undefined || context.isToolApproved({ toolName: name, callId: id }) !== true) return undefined;
    const approvals = requests.filter(({ kind }) => kind === 'approval');
    return Object.fromEntries(approvals.map((request) => [request.id, decision.approve()]));
  };
}
