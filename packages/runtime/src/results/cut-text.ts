/** Returns at most `longest` characters of a text. A longer text ends in `...`. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${wholeCharacters(text, longest - '...'.length)}...`;
}

/** Returns at most `limit` characters of a text. A note after a longer text tells its length. */
export function cutWithNote(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const shown = wholeCharacters(text, limit);
  return `${shown}... (truncated, ${shown.length} of ${text.length} characters)`;
}

/** Returns the first `end` characters, or one less if the last one would be half a character. */
function wholeCharacters(text: string, end: number): string {
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? end - 1 : end);
}
