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

/** Cuts a name that a model invented. It may have any length, and halves of characters. */
export function shownName(name: string): string {
  return (name.length <= LONGEST_NAME ? name : cutText(name, LONGEST_NAME + '...'.length)).toWellFormed();
}

/** The longest name in a message, in characters. */
const LONGEST_NAME = 64;

/** Up to here, each character counts. A longer text ends with a whole word. */
const SHORT = 200;
/** The most characters that a whole word may cost. */
const LONGEST_WORD = 40;

/** Returns about the first `end` characters: no half one and, in a long text, no half word. */
function wholeCharacters(text: string, end: number): string {
  const from = end - LONGEST_WORD;
  const space = end < SHORT ? -1 : text.slice(from, end + 1).search(/\s\S*$/);
  if (space !== -1) return text.slice(0, from + space);
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? end - 1 : end);
}
