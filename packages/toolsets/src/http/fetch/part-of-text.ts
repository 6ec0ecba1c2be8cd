/** A part of a text, and whether there is more behind it. */
export interface PartOfText {
  text: string;
  truncated: boolean;
}

/** Returns a part of a text without splitting a character that takes two UTF-16 units. */
export function partOfText(text: string, offset: number, maxCharacters = Infinity): PartOfText {
  const start = offset - (isSecondHalf(text, offset) ? 1 : 0);
  const wanted = Math.min(text.length, offset + maxCharacters);
  const end = wanted - (isSecondHalf(text, wanted) ? 1 : 0);
  return { text: text.slice(start, end), truncated: end < text.length };
}

function isSecondHalf(text: string, at: number): boolean {
  const [before, unit] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && unit >= 0xdc00 && unit <= 0xdfff;
}
