import type { ContentPart } from '@haft/core';
import type { Tool } from 'ai';
import type { PlainOutcome } from '../shared/plain-outcome.js';
import { textOfLink } from '../shared/text-of-link.js';

/** The model's text in the form of the AI SDK. */
export type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;

type ModelPart = Extract<
  Extract<ModelOutput, { readonly type: 'content' }>['value'][number],
  { readonly type: 'text' | 'file' }
>;

/**
 * Returns an outcome for the model: the text, media if there are some, and the error flag of its
 * provider.
 */
export function modelOutputOf({ status, text, parts }: PlainOutcome): ModelOutput {
  switch (status) {
    case 'success':
      return parts === undefined ? { type: 'text', value: text } : { type: 'content', value: parts.map(modelPart) };
    case 'denied':
      return { type: 'execution-denied', reason: text };
    case 'deferred':
      return { type: 'text', value: text };
    default:
      return { type: 'error-text', value: text };
  }
}

function modelPart(part: ContentPart): ModelPart {
  switch (part.type) {
    case 'text':
      return part;
    case 'resource':
      return { type: 'text', text: textOfLink(part) };
    default: {
      const filename = part.type === 'file' ? part.name : undefined;
      const data = { type: 'data', data: part.data } as const;
      return { type: 'file', data, mediaType: part.mediaType, ...(filename !== undefined && { filename }) };
    }
  }
}
