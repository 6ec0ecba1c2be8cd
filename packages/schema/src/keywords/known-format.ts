import { FORMATS, type StringFormat } from '../formats/formats.js';

interface NamedFormat {
  readonly format?: string | undefined;
  readonly contentEncoding?: string | undefined;
}

/** Returns the format that a text must have; undefined for none, and for one that Haft does not know. */
export function knownFormat({ format, contentEncoding }: NamedFormat): StringFormat | undefined {
  const named = format === undefined ? undefined : FORMATS.get(format);
  return named ?? (contentEncoding === 'base64' ? FORMATS.get('base64') : undefined);
}
