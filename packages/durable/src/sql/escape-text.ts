/**
 * Replaces what databases do not store: the character NUL, and halves of characters. Texts without
 * them and without backslashes stay as they are.
 */
export function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, escapeOne) : text;
}

/** Returns the text that {@link escapeText} got. */
export function unescapeText(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED, unescapeOne) : text;
}

const SPECIAL = /[\0\\\p{Surrogate}]/u;
const EVERY_SPECIAL = /[\0\\\p{Surrogate}]/gu;
const ESCAPED = /\\(?:([\\0])|u([0-9a-f]{4}))/g;

function escapeOne(one: string): string {
  if (one === '\0') return '\\0';
  return one === '\\' ? '\\\\' : `\\u${one.charCodeAt(0).toString(16)}`;
}

function unescapeOne(_: string, mark: string | undefined, half: string | undefined): string {
  if (half !== undefined) return String.fromCharCode(Number.parseInt(half, 16));
  return mark === '0' ? '\0' : '\\';
}
