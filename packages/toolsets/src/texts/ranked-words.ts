/** How often a word of a query is in the chunks that are searched. */
export interface WordCount {
  readonly word: string;
  /** The number of chunks, counted up to {@link COMMON}. */
  readonly count: number;
}

/** A word in so many chunks is common. Its chunks are not counted further. */
export const COMMON = 2_000;

/** Most chunks that one search ranks. It bounds the time of a search, whatever the query is. */
const MOST_RANKED = 5_000;

/** Most different words of a query. */
export const MOST_WORDS = 64;

/**
 * Returns the words by which chunks are ranked: the rarest ones, as long as the work has a bound.
 * Common words hardly change the order, but most chunks have them. Returns nothing if all words
 * are common or unknown.
 */
export function rankedWords(counts: readonly WordCount[]): readonly WordCount[] {
  const rare = counts.filter(({ count }) => count > 0 && count < COMMON).sort((one, other) => one.count - other.count);
  const ranked: WordCount[] = [];
  let rows = 0;
  for (const word of rare) {
    rows += word.count;
    if (rows > MOST_RANKED && ranked.length > 0) break;
    ranked.push(word);
  }
  return ranked;
}

/** Returns the common words of a query. */
export function commonWords(counts: readonly WordCount[]): readonly string[] {
  return counts.filter(({ count }) => count >= COMMON).map(({ word }) => word);
}
