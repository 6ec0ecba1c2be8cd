import type { ToolCall } from '@haft/core';
import { decision, type DeferredHandler, type Run } from '@haft/runtime';
import { canonicalJson } from '@haft/schema/internal';
import type { ModelMessage } from 'ai';
import { ownRequests } from '../shared/own-requests.js';

/** A call that the AI SDK passes to a tool. */
export interface PassedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** A run, and the chat of its messages. */
export interface ChatRun {
  readonly run: Run;
  readonly chatId: string | undefined;
}

/**
 * Returns a handler with the user's decision from the AI SDK. It decides nothing if the last
 * message does not answer this call. The messages come from the client, so an answer counts only if
 * the ledger has the request, and only once.
 */
export function approvedByUser(
  { run, chatId }: ChatRun,
  messages: readonly ModelMessage[],
  call: PassedCall,
): DeferredHandler {
  const answer = answerTo(messages, call);
  let isUsed = false;
  return async (requests) => {
    const approval = ownRequests(requests).find(({ kind }) => kind === 'approval');
    // The tool may ask again while it runs. The user never saw that request.
    if (answer === undefined || approval === undefined || isUsed) return undefined;
    isUsed = true;
    const { approvalId, reason } = answer;
    const shown: ToolCall = { id: call.id, name: call.name, arguments: call.input };
    const isFirst = await run.claimAnswer(shown, { answerId: approvalId, chatId, preview: approval.preview?.hash });
    const metadata = { approvalId, ...(reason !== undefined && { reason }) };
    return { [approval.id]: isFirst ? decision.approve({ metadata }) : decision.deny(NOT_OPEN) };
  };
}

const NOT_OPEN =
  'This approval was used before or has expired, so the tool did not run. ' +
  'Make the call again only if the user still wants it. The user is then asked again.';

/** Returns whether the last message answers a request about the call with this id. */
export function isAnswered(messages: readonly ModelMessage[], callId: string): boolean {
  return answersTo(messages, callId).length > 0;
}

function answerTo(messages: readonly ModelMessage[], call: PassedCall) {
  const isAskedAbout = assistantParts(messages).some(
    (part) => part.type === 'tool-call' && part.toolCallId === call.id && isSame(part, call),
  );
  return isAskedAbout ? answersTo(messages, call.id).find(({ approved }) => approved) : undefined;
}

/** Returns the answers of the last message. The AI SDK reads answers only there. */
function answersTo(messages: readonly ModelMessage[], callId: string) {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return [];
  const asked = new Set(
    assistantParts(messages).flatMap((part) =>
      part.type === 'tool-approval-request' && part.toolCallId === callId ? part.approvalId : [],
    ),
  );
  return last.content.flatMap((part) =>
    part.type === 'tool-approval-response' && asked.has(part.approvalId) ? part : [],
  );
}

function assistantParts(messages: readonly ModelMessage[]) {
  return messages.flatMap(({ role, content }) => (role === 'assistant' && typeof content !== 'string' ? content : []));
}

function isSame(part: { readonly toolName: string; readonly input: unknown }, { name, input }: PassedCall): boolean {
  return part.toolName === name && canonicalJson(part.input) === canonicalJson(input);
}
