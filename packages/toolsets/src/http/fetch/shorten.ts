/** A text and whether some of it is missing. */
export interface ShortenedText {
  text: string;
  truncated: boolean;
}

/** Shortens a text without splitting a character that takes two UTF-16 units. */
export function shorten(text: string, maxCharacters: number): ShortenedText {
  if (text.length <= maxCharacters) return { text, truncated: false };
  const last = text.charCodeAt(maxCharacters - 1);
  const isFirstHalf = last >= 0xd800 && last <= 0xdbff;
  return { text: text.slice(0, isFirstHalf ? maxCharacters - 1 : maxCharacters), truncated: true };
}
