/** Letters of one word with their marks, or digits. */
const RUN = /[\p{L}\p{M}]+|\p{N}+/gu;

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts belong to the word. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Splits a text into words in lower case, without accents. `readTextFile` and `read_text_file`
 * both have the words `read`, `text` and `file`. A word in camel case also counts as a whole:
 * `GitHub` has `git`, `hub` and `github`.
 */
export function wordsOf(text: string): readonly string[] {
  const folded = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  return (folded.match(RUN) ?? []).flatMap((run) => {
    const parts = run
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      .split(' ');
    return parts.length === 1 ? parts : [...parts, parts.join('')];
  });
}
