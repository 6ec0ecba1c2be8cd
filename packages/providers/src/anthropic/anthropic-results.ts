import type { ToolOutcome } from '@haft/core';
import type { IdentifiedCall } from '../model-turn.js';
import { answeredCalls, type AnsweredCall } from '../results/answered-calls.js';
import { spokenParts, type MediaPart, type SpokenPart } from '../results/spoken-parts.js';
import { standIn } from '../results/stand-in.js';
import type {
  AnthropicImageType,
  AnthropicResultMessage,
  AnthropicResultPart,
  AnthropicToolResult,
} from './anthropic-types.js';

/**
 * Returns the results of a turn. One message must have all of them, or the provider rejects the
 * request.
 */
export function anthropicResults(
  calls: readonly IdentifiedCall[],
  outcomes: readonly ToolOutcome[],
): AnthropicResultMessage[] {
  const content = answeredCalls(calls, outcomes).map(toolResult);
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function toolResult({ call, outcome }: AnsweredCall): AnthropicToolResult {
  const result: AnthropicToolResult = {
    type: 'tool_result',
    tool_use_id: call.id,
    content: spokenParts(outcome).map(resultPart),
  };
  return outcome.status === 'success' ? result : { ...result, is_error: true };
}

function resultPart(part: SpokenPart): AnthropicResultPart {
  return part.type === 'text' ? part : (mediaPart(part) ?? { type: 'text', text: standIn(part) });
}

function mediaPart(part: MediaPart): AnthropicResultPart | undefined {
  const { mediaType, data } = part;
  if (isImageType(mediaType)) return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  const title = part.type === 'file' && part.name !== undefined ? { title: part.name } : {};
  if (mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data }, ...title };
  }
  if (mediaType !== 'text/plain') return undefined;
  const text = Buffer.from(data, 'base64').toString('utf8');
  return { type: 'document', source: { type: 'text', media_type: mediaType, data: text }, ...title };
}

function isImageType(mediaType: string): mediaType is AnthropicImageType {
  return IMAGES.has(mediaType);
}

const IMAGES: ReadonlySet<string> = new Set<AnthropicImageType>(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
