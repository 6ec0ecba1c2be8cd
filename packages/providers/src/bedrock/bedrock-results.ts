import type { ToolOutcome } from '@haft/core';
import type { IdentifiedCall } from '../model-turn.js';
import { answeredCalls, type AnsweredCall } from '../results/answered-calls.js';
import { spokenParts, type MediaPart } from '../results/spoken-parts.js';
import { standIn } from '../results/stand-in.js';
import { BEDROCK_DOCUMENTS, BEDROCK_IMAGES, BEDROCK_VIDEOS } from './media-formats.js';
import type { BedrockResultMessage, BedrockResultPart, BedrockToolResult } from './bedrock-types.js';

/**
 * Returns the results of a turn. One message must have all of them, or the provider rejects the
 * request.
 */
export function bedrockResults(
  calls: readonly IdentifiedCall[],
  outcomes: readonly ToolOutcome[],
): BedrockResultMessage[] {
  const content = answeredCalls(calls, outcomes).map((one) => ({ toolResult: toolResult(one) }));
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function toolResult({ call, outcome }: AnsweredCall): BedrockToolResult {
  const content = spokenParts(outcome).map((part, index) =>
    part.type === 'text' ? { text: part.text } : (mediaPart(part, call.id, index) ?? { text: standIn(part) }),
  );
  return { toolUseId: call.id, content, status: outcome.status === 'success' ? 'success' : 'error' };
}

function mediaPart(part: MediaPart, callId: string, index: number): BedrockResultPart | undefined {
  const { mediaType, data } = part;
  const source = { bytes: new Uint8Array(Buffer.from(data, 'base64')) };
  const image = BEDROCK_IMAGES[mediaType];
  if (image !== undefined) return { image: { format: image, source } };
  const video = BEDROCK_VIDEOS[mediaType];
  if (video !== undefined) return { video: { format: video, source } };
  const format = BEDROCK_DOCUMENTS[mediaType];
  return format === undefined ? undefined : { document: { format, name: documentName(part, callId, index), source } };
}

/**
 * Returns the name of a document. Letters, digits, single spaces, hyphens and brackets are allowed.
 * The name must be unique in a conversation, so it ends with the call and the position in its
 * result.
 */
function documentName(part: MediaPart, callId: string, index: number): string {
  const title = part.type === 'file' ? (part.name ?? 'file') : 'file';
  return `${plain(title).slice(0, 100)} (${plain(callId)} ${index + 1})`;
}

function plain(text: string): string {
  return text.replaceAll(/[^a-zA-Z0-9()[\]-]+/g, '-');
}
