import type { MediaPart } from './spoken-parts.js';

/**
 * The text that stands for a part which the provider has no form for: its own text, when it is a file of text; else a note that something
 * is missing, so that a model never takes a part of a result for the whole.
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

/** Media types that are text to read. */
function isText(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:json|xml|yaml|toml|javascript|sql)\b)|\+(?:json|xml)\b/.test(mediaType);
}

function sizeText(base64: string): string {
  const bytes = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}
