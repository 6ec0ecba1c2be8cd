import type { ContentPart } from '@haft/core';
import type { ContentBlock } from '@modelcontextprotocol/server';

/** Returns a part of a result as a content block of the protocol. */
export function contentOfPart(part: ContentPart, index: number): ContentBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
    case 'audio':
      return { type: part.type, data: part.data, mimeType: part.mediaType };
    case 'file':
      return {
        type: 'resource',
        resource: { uri: addressOf(part.name, index), mimeType: part.mediaType, ...dataOf(part) },
      };
    case 'resource':
      return {
        type: 'resource_link',
        uri: part.uri,
        name: part.name ?? part.uri,
        ...(part.mediaType === undefined ? {} : { mimeType: part.mediaType }),
      };
  }
}

/** Returns an address for a file, because the protocol requires one. */
function addressOf(name: string | undefined, index: number): string {
  return `file:///${encodeURIComponent(name ?? `file-${index + 1}`)}`;
}

/** Returns text as text, which models read better than base64. */
function dataOf({ data, mediaType }: { readonly data: string; readonly mediaType: string }) {
  if (!/^text\/|^application\/(json|xml|.*\+(json|xml))\b/i.test(mediaType)) return { blob: data };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64')) };
  } catch {
    return { blob: data };
  }
}
