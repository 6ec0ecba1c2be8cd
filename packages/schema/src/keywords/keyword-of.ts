import { FOREIGN_KEYWORDS } from './foreign.js';
import type { Keyword } from './keyword.js';
import { KEYWORDS } from './table.js';

/**
 * Returns the facts about a keyword, even if Haft does not check it. Returns undefined for unknown
 * names.
 */
export function keywordOf(name: string): Keyword | undefined {
  return own(KEYWORDS, name) ?? own(FOREIGN_KEYWORDS, name);
}

function own(table: Readonly<Record<string, Keyword>>, name: string): Keyword | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
