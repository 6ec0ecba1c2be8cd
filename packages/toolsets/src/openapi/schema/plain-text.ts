/** The longest description that a model reads, in characters. */
const LONGEST = 1000;

/**
 * Characters without a visible form, except line breaks and tabs. A reader of the document does not
 * see them, but a model does.
 */
const HIDDEN = /[^\P{C}\n\t]|[\u2028\u2029\u2800\u3164\uFFA0\u115F\u1160]/gu;

/** Returns the visible text of the document, cut to the length that a model reads. */
export function plainText(text: string): string {
  // Cut first: the text has any length.
  const start = text
    .slice(0, 4 * LONGEST)
    .replace(HIDDEN, '')
    .trim();
  return start.length <= LONGEST ? start : `${start.slice(0, LONGEST - 3).toWellFormed()}...`;
}
