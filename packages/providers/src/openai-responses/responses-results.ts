import type { ToolOutcome } from '@haft/core';
import type { IdentifiedCall } from '../model-turn.js';
import { answeredCalls, type AnsweredCall } from '../results/answered-calls.js';
import { dataUrl } from '../results/data-url.js';
import { spokenParts, type MediaPart, type SpokenPart } from '../results/spoken-parts.js';
import { standIn } from '../results/stand-in.js';
import type { ResponsesFunctionOutput, ResponsesResultPart } from './responses-types.js';

/** Returns an item for each result. The API has no flag for failures, so their texts say it. */
export function responsesResults(
  calls: readonly IdentifiedCall[],
  outcomes: readonly ToolOutcome[],
): ResponsesFunctionOutput[] {
  return answeredCalls(calls, outcomes).map(({ call, outcome }) => ({
    type: 'function_call_output',
    call_id: call.id,
    output: outputOf(outcome),
    // Without the same caller, the program never gets the result.
    ...(call.program === undefined ? {} : { caller: { type: 'program', caller_id: call.program } as const }),
  }));
}

function outputOf(outcome: AnsweredCall['outcome']): string | ResponsesResultPart[] {
  const parts = spokenParts(outcome);
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts.map(resultPart);
}

function resultPart(part: SpokenPart, index: number): ResponsesResultPart {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  return mediaPart(part, index) ?? { type: 'input_text', text: standIn(part) };
}

function mediaPart(part: MediaPart, index: number): ResponsesResultPart | undefined {
  const { mediaType } = part;
  if (IMAGES.has(mediaType)) return { type: 'input_image', image_url: dataUrl(part), detail: 'auto' };
  if (mediaType !== 'application/pdf') return undefined;
  const filename = (part.type === 'file' ? part.name : undefined) ?? `file-${index + 1}.pdf`;
  return { type: 'input_file', file_data: dataUrl(part), filename };
}

const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
