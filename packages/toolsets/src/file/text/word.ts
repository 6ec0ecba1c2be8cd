/** A character of a word or an identifier, in a regular expression. */
export const WORD_CHARACTER = String.raw`[\p{L}\p{N}_$]`;
/** A text that begins with such a character. */
export const WORD_START = new RegExp(`^${WORD_CHARACTER}`, 'u');
/** A text that ends with such a character. */
export const WORD_END = new RegExp(`${WORD_CHARACTER}$`, 'u');
