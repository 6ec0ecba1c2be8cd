/** Only the first characters of a word are compared. */
const LONGEST = 64;
const WIDTH = LONGEST + 1;
/** Three rows of the table of distances. Reused: a comparison never waits for anything. */
const rows = new Uint8Array(3 * WIDTH);

/** Most names and values need no change. */
const PLAIN = /^[a-z\d]+$/;
/** Made when a word needs it: of a literal with `\p`, V8 looks up all letters of Unicode as soon as it reads the file (0.4 ms). */
let notALetter: RegExp | undefined;

/**
 * The candidate that a word was probably meant to be: the same but for case and separators, a beginning of the word (or
 * the word of it), or few typing mistakes away. Undefined when none is near. The first of equally near ones wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  return new Candidates(candidates).nearest(word);
}

/** Candidates that are looked through again and again. */
export class Candidates {
  private readonly words: readonly Word[];

  constructor(candidates: Iterable<string>) {
    this.words = Array.from(candidates, wordOf);
  }

  /** As {@link nearest}. */
  nearest(word: string): string | undefined {
    if (this.words.length === 0) return undefined;
    const wanted = wordOf(word);
    if (wanted.plain === '') return undefined;
    let best: string | undefined;
    let least = Infinity;
    for (const candidate of this.words) {
      const distance = distanceOf(wanted, candidate, least);
      if (distance < least) {
        best = candidate.whole;
        least = distance;
        if (distance === 0) break;
      }
    }
    return best;
  }
}

/** A word, and what is compared of it. */
interface Word {
  readonly whole: string;
  readonly plain: string;
  /** The letters of `plain`, as far as a set of 32 bits can tell them apart. */
  readonly letters: number;
}

function wordOf(whole: string): Word {
  const text = plain(whole);
  return { whole, plain: text, letters: letterSet(text) };
}

/** Candidates from the nearest to the farthest; equally near ones keep their order. */
export function sortedByDistance(word: string, candidates: readonly string[]): string[] {
  const wanted = plain(word);
  const distances = candidates.map((candidate) => ({ candidate, distance: typingDistance(wanted, plain(candidate)) }));
  return distances.sort((a, b) => a.distance - b.distance).map(({ candidate }) => candidate);
}

function plain(word: string): string {
  if (word.length <= LONGEST && PLAIN.test(word)) return word;
  notALetter ??= new RegExp('[^\\p{L}\\p{N}]', 'gu');
  const letters = word.slice(0, LONGEST).toLowerCase().replace(notALetter, '');
  return letters.slice(0, LONGEST);
}

function distanceOf(
  { plain: wanted, letters }: Word,
  { plain: candidate, letters: others }: Word,
  least: number,
): number {
  if (candidate === '') return Infinity;
  if (wanted === candidate) return 0;
  const shorter = Math.min(wanted.length, candidate.length);
  const longer = Math.max(wanted.length, candidate.length);
  const isBeginning = shorter >= 2 && (wanted.startsWith(candidate) || candidate.startsWith(wanted));
  // A long beginning is better than one typing mistake, a short one is worse.
  const asBeginning = isBeginning ? 1.8 - shorter / longer : Infinity;
  const allowed = Math.max(1, Math.min(4, Math.floor(longer / 3)));
  if (longer - shorter > allowed || asBeginning < 1 || longer < 3) return asBeginning;
  if (countOfBits(letters ^ others) > 2 * allowed) return asBeginning;
  const mistakes = typingDistance(wanted, candidate, Math.min(allowed, least));
  return Math.min(asBeginning, mistakes <= allowed ? mistakes : Infinity);
}

/** Of letters that only one of two words has: one mistake changes two of them at most. */
function countOfBits(set: number): number {
  let count = 0;
  for (let bits = set; bits !== 0; bits &= bits - 1) count++;
  return count;
}

function letterSet(word: string): number {
  let set = 0;
  for (let i = 0; i < word.length; i++) set |= 1 << (word.charCodeAt(i) & 31);
  return set;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words; more than `most` counts as `most + 1`. */
function typingDistance(a: string, b: string, most = LONGEST): number {
  for (let j = 0; j <= b.length; j++) rows[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const row = (i % 3) * WIDTH;
    const above = ((i - 1) % 3) * WIDTH;
    rows[row] = i;
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(above + j) + 1, at(row + j - 1) + 1, at(above + j - 1) + (same ? 0 : 1));
      if (isSwap(a, b, i, j)) cost = Math.min(cost, at(((i - 2) % 3) * WIDTH + j - 2) + 1);
      rows[row + j] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (smallest > most + 1) return most + 1;
  }
  return at((a.length % 3) * WIDTH + b.length);
}

function at(index: number): number {
  return rows[index] ?? LONGEST;
}

function isSwap(a: string, b: string, i: number, j: number): boolean {
  if (i < 2 || j < 2) return false;
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}
