import { FOREIGN_KEYWORDS } from './foreign.js';
import type { Keyword } from './keyword.js';
import { keywordTable } from './table.js';
import { ownEntry } from '../values/own-entry.js';

/**
 * Returns the facts about a keyword, even if Haft does not check it. Returns undefined for unknown
 * names.
 */
export function keywordOf(name: string): Keyword | undefined {
  return ownEntry(keywordTable(), name) ?? ownEntry(FOREIGN_KEYWORDS, name);
}
