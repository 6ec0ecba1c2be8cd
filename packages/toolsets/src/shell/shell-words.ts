/**
 * Splits a line into its words. Returns undefined if a shell would do more: start several programs,
 * set variables, or replace a part.
 */
export function shellWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const [, word, space] = WORD.exec(line) ?? [];
    if (word === undefined || (space === '' && WORD.lastIndex < line.length)) return undefined;
    if (BRACES.test(word) || word.startsWith('~')) return undefined;
    words.push(word.replaceAll(QUOTED, (_, double?: string, single?: string) => double ?? single ?? ''));
  }
  return SETTING.test(words[0] ?? '') ? undefined : words;
}

/** A word without shell syntax, and the blanks after it. */
const WORD = /((?:[^\s|&;<>()$`*?"'\\[\]#]|"[^"$`\\]*"|'[^']*')+)([ \t]*)/y;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
/** Braces that some shells replace by several words. */
const BRACES = /\{[^}]*(?:,|\.\.)[^}]*\}/;
/** Sets a variable, or negates or groups what follows. */
const SETTING = /^(?:[A-Za-z_]\w*=|[!{]$)/;
