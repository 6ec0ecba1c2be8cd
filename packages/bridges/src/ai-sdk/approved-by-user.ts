import { decision, type DeferredHandler } from '@haft/runtime';
import type { ModelMessage } from 'ai';

/**
 * Decides about a call as the user did whom the AI SDK asked. The answer stands in the last message, which is the only one that the SDK
 * takes answers from; without an answer for this call, nothing is decided.
 */
export function approvedByUser(messages: readonly ModelMessage[], callId: string): DeferredHandler {
  return (requests) => {
    const answer = answerOf(messages, callId);
    if (answer === undefined) return undefined;
    const metadata = { approvalId: answer.approvalId, ...(answer.reason !== undefined && { reason: answer.reason }) };
    const approvals = requests.filter(({ kind }) => kind === 'approval');
    return Object.fromEntries(approvals.map(({ id }) => [id, decision.approve({ metadata })]));
  };
}

function answerOf(messages: readonly ModelMessage[], callId: string) {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return undefined;
  const asked = new Set(approvalIds(messages, callId));
  for (const part of last.content) {
    if (part.type === 'tool-approval-response' && part.approved && asked.has(part.approvalId)) return part;
  }
  return undefined;
}

function approvalIds(messages: readonly ModelMessage[], callId: string): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    role !== 'assistant' || typeof content === 'string'
      ? []
      : content.flatMap((part) =>
          part.type === 'tool-approval-request' && part.toolCallId === callId ? part.approvalId : [],
        ),
  );
}
