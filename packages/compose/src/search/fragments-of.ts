/** The best length for most European languages (McNamee and Mayfield, 2004). */
const LENGTH = 5;

/** Scripts without spaces between words. A pair of letters has as much meaning as a word. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const PAIR = 2;

/**
 * Returns the overlapping pieces of a word, or the word if it is not longer than a piece. A space
 * marks its start and its end.
 */
export function fragmentsOf(word: string): readonly string[] {
  const length = WITHOUT_SPACES.test(word) ? PAIR : LENGTH;
  const letters = Array.from(length === PAIR ? word : ` ${word} `);
  if (letters.length <= length) return [letters.join('')];
  return Array.from({ length: letters.length - length + 1 }, (_, start) =>
    letters.slice(start, start + length).join(''),
  );
}
