import type { BetaToolResultContentBlockParam } from '@anthropic-ai/sdk/resources/beta';
import type { ContentPart } from '@haft/core';
import { textOfLink } from '../shared/text-of-link.js';

type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** Returns a part as a block of a tool result: images and PDF files as media, all else as text. */
export function blockOf(part: ContentPart): BetaToolResultContentBlockParam {
  if (part.type === 'text') return part;
  if (part.type === 'resource') return { type: 'text', text: textOfLink(part) };
  const { data, mediaType } = part;
  if (isImage(mediaType)) return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
  if (mediaType === 'application/pdf')
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data } };
  return { type: 'text', text: `(Left out, since this API takes none in a tool result: ${mediaType})` };
}

function isImage(mediaType: string): mediaType is ImageType {
  return /^image\/(?:jpeg|png|gif|webp)$/.test(mediaType);
}
