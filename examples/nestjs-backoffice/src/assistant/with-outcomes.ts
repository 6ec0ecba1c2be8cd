import type { ModelMessage, ToolModelMessage } from 'ai';
import type { ToolOutcome } from 'haft';

type ToolPart = ToolModelMessage['content'][number];

/**
 * Returns the conversation as if no call had waited: each result is the final outcome of its call.
 */
export function withOutcomes(messages: readonly ModelMessage[], outcomes: readonly ToolOutcome[]): ModelMessage[] {
  const byCall = new Map(outcomes.map((outcome) => [outcome.callId, outcome]));
  return messages.map((message) =>
    message.role === 'tool' ? { ...message, content: message.content.map((part) => decided(part, byCall)) } : message,
  );
}

function decided(part: ToolPart, outcomes: ReadonlyMap<string, ToolOutcome>): ToolPart {
  const outcome = part.type === 'tool-result' ? outcomes.get(part.toolCallId) : undefined;
  if (part.type !== 'tool-result' || outcome === undefined) return part;
  const type = outcome.status === 'success' ? 'text' : 'error-text';
  return { ...part, output: { type, value: outcome.text } };
}
