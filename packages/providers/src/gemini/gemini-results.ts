import type { ToolOutcome } from '@haft/core';
import { isMadeId } from '../calls/call-id.js';
import { replayedName } from '../calls/plain-name.js';
import type { IdentifiedCall } from '../model-turn.js';
import { answeredCalls, type AnsweredCall } from '../results/answered-calls.js';
import { spokenParts, type MediaPart } from '../results/spoken-parts.js';
import { standIn } from '../results/stand-in.js';
import { plainOutput } from './plain-output.js';
import type { GeminiBlob, GeminiFunctionResponse, GeminiResultContent, GeminiResultPart } from './gemini-types.js';

/** The place for media of results. */
export type GeminiMedia = 'response' | 'content';

/**
 * Returns the results of a turn: one content with all results in the order of the calls, then the
 * media that a result cannot hold.
 */
export function geminiResults(
  calls: readonly IdentifiedCall[],
  outcomes: readonly ToolOutcome[],
  media: GeminiMedia,
): GeminiResultContent[] {
  const after: GeminiResultPart[] = [];
  const results = answeredCalls(calls, outcomes).map((one) => ({
    functionResponse: functionResponse(one, media, after),
  }));
  return results.length === 0 ? [] : [{ role: 'user', parts: [...results, ...after] }];
}

function functionResponse(
  { call, outcome }: AnsweredCall,
  media: GeminiMedia,
  after: GeminiResultPart[],
): GeminiFunctionResponse {
  const id = isMadeId(call.id) ? {} : { id: call.id };
  const name = replayedName(call.name);
  if (outcome.status !== 'success') return { ...id, name, response: { error: outcome.text } };
  if (outcome.parts === undefined) return { ...id, name, response: { output: plainOutput(outcome) } };
  const inside: { inlineData: GeminiBlob }[] = [];
  const lines = spokenParts(outcome).map((part, index) => {
    if (part.type === 'text') return part.text;
    const inlineData = { mimeType: part.mediaType, data: part.data };
    if (media === 'response' && INSIDE.has(part.mediaType)) inside.push({ inlineData });
    else if (isReadable(part)) after.push({ text: `File ${index + 1} of the result of ${name}:` }, { inlineData });
    else return standIn(part);
    return `See file ${index + 1}.`;
  });
  const response = { ...id, name, response: { output: lines.join('\n') } };
  return inside.length === 0 ? response : { ...response, parts: inside };
}

/** Returns whether Gemini can read a part in a request: pictures, sounds, films and PDF files. */
function isReadable({ mediaType }: MediaPart): boolean {
  return /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/.+|video\/.+|application\/pdf)$/.test(mediaType);
}

/** The media types that Gemini 3 reads inside a result. */
const INSIDE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain']);
