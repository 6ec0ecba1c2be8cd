import { FORMATS, type StringFormat } from '../formats/formats.js';

interface NamedFormat {
  readonly format?: string | undefined;
  readonly contentEncoding?: string | undefined;
}

/**
 * Returns the format of a string schema. Returns undefined if it has none, or one that Haft does
 * not know.
 */
export function knownFormat({ format, contentEncoding }: NamedFormat): StringFormat | undefined {
  const named = format === undefined ? undefined : FORMATS.get(format);
  return named ?? (contentEncoding === 'base64' ? FORMATS.get('base64') : undefined);
}
