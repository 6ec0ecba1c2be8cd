import { FOREIGN_KEYWORDS } from './foreign.js';
import type { Keyword } from './keyword.js';
import { KEYWORDS } from './table.js';

/** Returns what is known of a keyword, also of one that Haft does not check. Names are any text. */
export function keywordOf(name: string): Keyword | undefined {
  return own(KEYWORDS, name) ?? own(FOREIGN_KEYWORDS, name);
}

function own(table: Readonly<Record<string, Keyword>>, name: string): Keyword | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
