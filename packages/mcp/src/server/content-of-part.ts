import type { ContentPart } from '@haft/core';
import type { ContentBlock } from '@modelcontextprotocol/server';

/** A part of a result as a content block of the protocol. */
export function contentOfPart(part: ContentPart, index: number): ContentBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
    case 'audio':
      return { type: part.type, data: part.data, mimeType: part.mediaType };
    case 'file':
      // A file has no address of its own; the name makes one that is unique in this result.
      return {
        type: 'resource',
        resource: {
          uri: `file:///${encodeURIComponent(part.name ?? `file-${index + 1}`)}`,
          mimeType: part.mediaType,
          blob: part.data,
        },
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
