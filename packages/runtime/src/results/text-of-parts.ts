import type { ContentPart } from '@haft/core';

/** Returns a text for content parts, where only text is possible. */
export function textOfParts(parts: readonly ContentPart[]): string {
  return parts.map(textOfPart).join('\n');
}

function textOfPart(part: ContentPart, index: number): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'resource':
      return part.name === undefined ? part.uri : `${part.name}: ${part.uri}`;
    case 'file':
      return `See file ${part.name ?? index + 1}.`;
    case 'image':
    case 'audio':
      return `See file ${index + 1}.`;
  }
}
