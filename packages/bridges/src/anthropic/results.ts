import type { BetaMessageParam, BetaToolResultContentBlockParam } from '@anthropic-ai/sdk/resources/beta';
import type { ToolOutcome } from '@haft/core';
import { answerOf, type FunctionAnswer } from '../shared/tool-function.js';
import { blockOf } from './block-of.js';

/** Returns an answer as the content of a tool result: a text, or blocks if it has media. */
export function resultOf({ text, parts }: FunctionAnswer): string | BetaToolResultContentBlockParam[] {
  return parts.every(({ type }) => type === 'text') ? text : parts.map(blockOf);
}

/** Returns a message whose results are those of the outcomes, by the ids of the calls. */
export function withResult(message: BetaMessageParam, outcomes: readonly ToolOutcome[]): BetaMessageParam {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const content = message.content.map((block) => {
    const outcome = outcomes.find(({ callId }) => block.type === 'tool_result' && block.tool_use_id === callId);
    if (block.type !== 'tool_result' || outcome === undefined) return block;
    const { is_error: _before, ...rest } = block;
    const answer = answerOf(outcome);
    return { ...rest, content: resultOf(answer), ...(answer.isError && { is_error: true }) };
  });
  return { ...message, content };
}
