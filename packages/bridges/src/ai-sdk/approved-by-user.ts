import { decision, type DeferredHandler } from '@haft/runtime';
import { canonicalJson, type JsonValue } from '@haft/schema';
import type { ModelMessage } from 'ai';

/** A call as the AI SDK hands it to a tool. */
export interface HandedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * Decides about a call as the user did whom the AI SDK asked. The answer stands in the last message, which is the only one that the SDK
 * takes answers from; it counts for the very call that was asked about, since some models use an id again. Without one, nothing is
 * decided.
 */
export function approvedByUser(messages: readonly ModelMessage[], call: HandedCall): DeferredHandler {
  return (requests) => {
    const answer = answerTo(messages, call);
    if (answer === undefined) return undefined;
    const metadata = { approvalId: answer.approvalId, ...(answer.reason !== undefined && { reason: answer.reason }) };
    const approvals = requests.filter(({ kind }) => kind === 'approval');
    return Object.fromEntries(approvals.map(({ id }) => [id, decision.approve({ metadata })]));
  };
}

function answerTo(messages: readonly ModelMessage[], call: HandedCall) {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return undefined;
  const parts = messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? content : [],
  );
  const isAskedAbout = parts.some(
    (part) => part.type === 'tool-call' && part.toolCallId === call.id && isSame(part, call),
  );
  if (!isAskedAbout) return undefined;
  const asked = new Set(
    parts.flatMap((part) =>
      part.type === 'tool-approval-request' && part.toolCallId === call.id ? part.approvalId : [],
    ),
  );
  for (const part of last.content) {
    if (part.type === 'tool-approval-response' && part.approved && asked.has(part.approvalId)) return part;
  }
  return undefined;
}

function isSame(part: { readonly toolName: string; readonly input: unknown }, { name, input }: HandedCall): boolean {
  return part.toolName === name && canonicalJson(part.input as JsonValue) === canonicalJson(input as JsonValue);
}
