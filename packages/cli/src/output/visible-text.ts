/**
 * Returns a text with visible escapes instead of characters that control a terminal or change the
 * direction of text. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** Does the same with line breaks and tabs, so that the text stays on its line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\n\t]/g, escaped);
}

/** Returns a JSON value as one visible line. A string is returned without quotes. */
export function visibleValue(value: unknown): string {
  return visibleLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Control and format characters, surrogates without a partner, and separators of lines. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

function escaped(character: string): string {
  // Each half of a pair, so that the escape is valid in JSON too.
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
