import type { ToolOutcome } from '@haft/core';
import type { IdentifiedCall } from '../model-turn.js';
import { answeredCalls, type AnsweredCall } from '../results/answered-calls.js';
import { dataUrl } from '../results/data-url.js';
import { spokenParts, type MediaPart } from '../results/spoken-parts.js';
import { standIn } from '../results/stand-in.js';
import type { ChatMediaMessage, ChatMediaPart, ChatToolMessage } from './chat-types.js';

/** The place for media of results. */
export type ChatMedia = 'message' | 'text';

/**
 * Returns a message for each result. A tool message accepts text only: media follow in one message
 * of the user, which names their calls.
 */
export function chatResults(
  calls: readonly IdentifiedCall[],
  outcomes: readonly ToolOutcome[],
  media: ChatMedia,
): (ChatToolMessage | ChatMediaMessage)[] {
  const files: ChatMediaPart[] = [];
  const results = answeredCalls(calls, outcomes).map((one) => toolMessage(one, media, files));
  return files.length === 0 ? results : [...results, { role: 'user', content: files }];
}

function toolMessage({ call, outcome }: AnsweredCall, media: ChatMedia, files: ChatMediaPart[]): ChatToolMessage {
  const lines = spokenParts(outcome).map((part, index) => {
    if (part.type === 'text') return part.text;
    const form = media === 'message' ? mediaPart(part, index) : undefined;
    if (form === undefined) return standIn(part);
    files.push({ type: 'text', text: `File ${index + 1} of the result of ${call.id}:` }, form);
    return `See file ${index + 1} in the message after the results.`;
  });
  return { role: 'tool', tool_call_id: call.id, content: lines.join('\n') };
}

/** Returns a part in the forms that the message of a user accepts (`ChatCompletionContentPart`). */
function mediaPart(part: MediaPart, index: number): ChatMediaPart | undefined {
  const { mediaType, data } = part;
  if (IMAGES.has(mediaType)) return { type: 'image_url', image_url: { url: dataUrl(part) } };
  const format = AUDIO[mediaType];
  if (format !== undefined) return { type: 'input_audio', input_audio: { data, format } };
  if (mediaType !== 'application/pdf') return undefined;
  const filename = (part.type === 'file' ? part.name : undefined) ?? `file-${index + 1}.pdf`;
  return { type: 'file', file: { filename, file_data: dataUrl(part) } };
}

const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const AUDIO: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
};
