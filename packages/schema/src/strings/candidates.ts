import { countOfBits, LONGEST, nearestOf, typingDistance, wordOf, type Word } from './nearest.js';

/** The number of mistakes after which words are unrelated. */
const FAR = 6;

/** Candidates for many words. */
export class Candidates {
  private readonly words: readonly Word[];
  /** The last word and the candidate nearest to it: models repeat a wrong word. */
  private last: { readonly word: string; readonly nearest: string | undefined } | undefined = undefined;

  constructor(candidates: Iterable<string>) {
    this.words = Array.from(candidates, wordOf);
  }

  /** Returns the nearest candidate, as `nearest` does. */
  nearest(word: string, isProbable?: (candidate: string) => boolean): string | undefined {
    if (this.words.length === 0) return undefined;
    if (isProbable !== undefined || word.length > LONGEST) return nearestOf(word, this.words, isProbable);
    if (this.last?.word !== word) this.last = { word, nearest: nearestOf(word, this.words) };
    return this.last.nearest;
  }

  /**
   * Returns at most `count` candidates, from the nearest to the farthest. Equally near ones keep
   * their order. Compares each candidate once, and stops when it is too far to be one of them.
   * Beyond {@link FAR} mistakes, only lengths and letters count.
   */
  closest(word: string, count: number): string[] {
    const wanted = wordOf(word);
    const found: { readonly candidate: string; readonly distance: number }[] = [];
    for (const candidate of this.words) {
      const isFull = found.length >= count;
      const most = isFull ? (found.at(-1)?.distance ?? 0) - 1 : LONGEST;
      const distance = boundedDistance(wanted, candidate, most);
      if (distance > most) continue;
      if (isFull) found.pop();
      const place = found.findLastIndex((one) => one.distance <= distance) + 1;
      found.splice(place, 0, { candidate: candidate.whole, distance });
    }
    return found.map(({ candidate }) => candidate);
  }
}

/** Returns the distance of two words if it is at most `most`, otherwise a larger number. */
function boundedDistance(a: Word, b: Word, most: number): number {
  const least = leastDistance(a, b);
  if (least > most || least > FAR) return least;
  const mistakes = typingDistance(a.plain, b.plain, Math.min(most, FAR));
  return mistakes > FAR ? Math.max(mistakes, least) : mistakes;
}

/** Returns the smallest distance that the lengths and letters of two words allow. */
function leastDistance(a: Word, b: Word): number {
  const byLength = Math.abs(a.plain.length - b.plain.length);
  return Math.max(byLength, Math.ceil(countOfBits(a.letters ^ b.letters) / 2));
}
