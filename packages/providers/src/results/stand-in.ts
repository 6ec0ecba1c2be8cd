import type { MediaPart } from './spoken-parts.js';

/**
 * Returns the text for a part that the provider does not support: its own text, if it is a text
 * file. Otherwise a note about the missing part, so that a model never treats the rest as the whole
 * result.
 */
export function standIn(part: MediaPart): string {
  const name = part.type === 'file' ? part.name : undefined;
  if (isText(part.mediaType)) {
    const text = Buffer.from(part.data, 'base64').toString('utf8');
    return name === undefined ? text : `${name}:\n${text}`;
  }
  const facts = [...(name === undefined ? [] : [name]), part.mediaType, sizeText(part.data)].join(', ');
  return `(${WORDS[part.type]} left out, since this API takes none of its kind in a tool result: ${facts})`;
}

const WORDS = { image: 'An image was', audio: 'A sound was', file: 'A file was' } as const;

/** Returns whether a media type is readable text. */
function isText(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:json|xml|yaml|toml|javascript|sql)\b)|\+(?:json|xml)\b/.test(mediaType);
}

function sizeText(base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}
