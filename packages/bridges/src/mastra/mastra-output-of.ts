import type { ContentPart } from '@haft/core';
import type { PlainOutcome } from '../shared/plain-outcome.js';
import { textOfLink } from '../shared/text-of-link.js';

/**
 * Returns an outcome for the model in the form that Mastra stores: the text, media if there are
 * some, and the error flag.
 */
export function mastraOutputOf({ status, text, parts }: PlainOutcome): unknown {
  if (status !== 'success') return { type: status === 'deferred' ? 'text' : 'error-text', value: text };
  return parts === undefined ? { type: 'text', value: text } : { type: 'content', value: parts.map(partOf) };
}

function partOf(part: ContentPart): unknown {
  switch (part.type) {
    case 'text':
      return part;
    case 'resource':
      return { type: 'text', text: textOfLink(part) };
    default: {
      const filename = part.type === 'file' ? part.name : undefined;
      const { data, mediaType } = part;
      return { type: 'media', data, mediaType, ...(filename !== undefined && { filename }) };
    }
  }
}
