import { wordsOf } from './words-of.js';

/** Tells how much of a query texts have. */
export class WordShare {
  private readonly words: readonly string[];
  private readonly grams: ReadonlyMap<string, ReadonlySet<string>>;

  /** @param isNear - whether similar spellings of a word count as the word */
  constructor(query: string, isNear: boolean) {
    this.words = [...new Set(wordsOf(query))];
    this.grams = new Map(isNear ? this.words.map((word) => [word, gramsOf(word)]) : []);
  }

  /** Returns the share of the query's words that a text has, from 0 to 1. */
  of(text: string): number {
    const known = new Set(wordsOf(text));
    const found = this.words.filter((word) => known.has(word) || this.isNear(word, known));
    return this.words.length === 0 ? 0 : found.length / this.words.length;
  }

  private isNear(word: string, known: ReadonlySet<string>): boolean {
    const grams = this.grams.get(word);
    if (grams === undefined) return false;
    return [...known].some((other) => {
      if (Math.abs(other.length - word.length) > MOST_DIFFERENCE) return false;
      const others = gramsOf(other);
      const both = [...grams].filter((gram) => others.has(gram)).length;
      return both >= LEAST_GRAMS && both / Math.max(grams.size, others.size) >= NEAR;
    });
  }
}

/** The share of equal groups of three letters from which two spellings are near. */
const NEAR = 0.5;
/** `seat` and `heat` have two. */
const LEAST_GRAMS = 3;
const MOST_DIFFERENCE = 3;

function gramsOf(word: string): ReadonlySet<string> {
  const framed = `<${word}>`;
  return new Set(Array.from({ length: framed.length - 2 }, (_, at) => framed.slice(at, at + 3)));
}
