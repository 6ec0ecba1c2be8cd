/** The number of characters that a comparison reads of a word. */
export const LONGEST = 64;
const WIDTH = LONGEST + 1;
/**
 * Three rows of the distance table, shared by all comparisons. A comparison is synchronous, so they
 * cannot overlap.
 */
const rows = new Uint8Array(3 * WIDTH);

/** Matches nearly all names of tools and properties. */
const ASCII_NAME = /^[\w.-]+$/;
const SEPARATORS = /[_.-]/g;
/**
 * Compiled on first use. For a literal with `\p`, V8 looks up all Unicode letters when it reads the
 * file (0.4 ms).
 */
let notALetter: RegExp | undefined;

/**
 * Returns the candidate that a word probably means, or undefined if none is near. A candidate is
 * near if it differs only in case and separators, if one is the beginning of the other, or if few
 * typing mistakes separate them. If several are equally near, returns the first.
 *
 * @param isProbable - asked about a candidate that is near only as the beginning of the word.
 *   Default: all are
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  isProbable?: (candidate: string) => boolean,
): string | undefined {
  return nearestOf(word, Array.from(candidates, wordOf), isProbable);
}

/** Returns the nearest of some words, as {@link nearest} does. */
export function nearestOf(
  word: string,
  words: readonly Word[],
  isProbable: (candidate: string) => boolean = () => true,
): string | undefined {
  if (words.length === 0) return undefined;
  const wanted = wordOf(word);
  if (wanted.plain === '') return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of words) {
    const distance = distanceOf(wanted, candidate, least);
    if (distance < least && (!isOnlyBeginning(candidate, wanted) || isProbable(candidate.whole))) {
      best = candidate.whole;
      least = distance;
      if (distance === 0) break;
    }
  }
  return best;
}

/** Returns whether two words differ at most in case and separators. */
export function isSameWord(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

/** A word and its comparable form. */
export interface Word {
  readonly whole: string;
  readonly plain: string;
  /** The letters of `plain`, as a set of 32 bits. Some letters share a bit. */
  readonly letters: number;
}

/** Returns a word with its comparable form. */
export function wordOf(whole: string): Word {
  // Most names and values need no change, so that one pass is enough.
  let letters = 0;
  for (let i = 0; i < whole.length; i++) {
    const unit = whole.charCodeAt(i);
    if (i === LONGEST || !isPlain(unit)) {
      const text = plain(whole);
      return { whole, plain: text, letters: letterSet(text) };
    }
    letters |= bitOf(unit);
  }
  return { whole, plain: whole, letters };
}

function plain(word: string): string {
  if (word.length <= LONGEST && ASCII_NAME.test(word)) {
    return word.toLowerCase().replace(SEPARATORS, '');
  }
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
  const shorter = Math.min(wanted.length, candidate.length);
  const longer = Math.max(wanted.length, candidate.length);
  // Most candidates begin with another letter and have other letters, which costs less to see.
  const beginsAlike = wanted.charCodeAt(0) === candidate.charCodeAt(0);
  if (!beginsAlike && countOfBits(letters ^ others) > 2 * allowedMistakes(longer)) return Infinity;
  if (wanted === candidate) return 0;
  const isBeginning = shorter >= 2 && beginsAlike && (wanted.startsWith(candidate) || candidate.startsWith(wanted));
  // A long beginning is better than one typing mistake, a short one is worse.
  const asBeginning = isBeginning ? 1.8 - shorter / longer : Infinity;
  const allowed = allowedMistakes(longer);
  if (longer - shorter > allowed || asBeginning < 1 || longer < 3) return asBeginning;
  if (countOfBits(letters ^ others) > 2 * allowed) return asBeginning;
  const mistakes = typingDistance(wanted, candidate, Math.min(allowed, least));
  return Math.min(asBeginning, mistakes <= allowed ? mistakes : Infinity);
}

/** Returns the number of typing mistakes up to which two words are near. */
function allowedMistakes(longer: number): number {
  if (longer < 6) return 1;
  if (longer < 9) return 2;
  return longer < 12 ? 3 : 4;
}

/** Returns whether a candidate is the beginning of a word that has much more. */
function isOnlyBeginning({ plain: candidate }: Word, { plain: wanted }: Word): boolean {
  return wanted.length - candidate.length > allowedMistakes(wanted.length) && wanted.startsWith(candidate);
}

/** Counts the letters that only one of two words has. One mistake changes at most two of them. */
export function countOfBits(set: number): number {
  // Adds neighbouring groups of bits: of 1, 2, 4, then all groups of 8.
  const pairs = set - ((set >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns whether a character is a small letter or a digit. */
function isPlain(unit: number): boolean {
  return (unit >= SMALL_A && unit <= SMALL_Z) || (unit >= ZERO && unit <= NINE);
}

const ZERO = 0x30;
const NINE = 0x39;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

function letterSet(word: string): number {
  let set = 0;
  for (let i = 0; i < word.length; i++) set |= bitOf(word.charCodeAt(i));
  return set;
}

function bitOf(unit: number): number {
  return 1 << (unit & 31);
}

/**
 * Counts the insertions, deletions, replacements and swaps of neighbours between two words. Returns
 * `most + 1` for more than `most`.
 */
export function typingDistance(a: string, b: string, most = LONGEST): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  for (let j = 0; j <= b.length; j++) rows[j] = j;
  let smallestAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = (i % 3) * WIDTH;
    const above = ((i - 1) % 3) * WIDTH;
    // A place farther from the diagonal needs more than `most` insertions or deletions.
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    rows[row + from - 1] = from === 1 ? i : most + 1;
    if (to < b.length) rows[row + to + 1] = most + 1;
    let smallest = at(row + from - 1);
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(above + j) + 1, at(row + j - 1) + 1, at(above + j - 1) + (same ? 0 : 1));
      if (isSwap(a, b, i, j)) cost = Math.min(cost, at(((i - 2) % 3) * WIDTH + j - 2) + 1);
      rows[row + j] = cost;
      if (cost < smallest) smallest = cost;
    }
    // A swap reads the row two above.
    if (smallest > most && smallestAbove > most) return most + 1;
    smallestAbove = smallest;
  }
  return Math.min(at((a.length % 3) * WIDTH + b.length), most + 1);
}

function at(index: number): number {
  return rows[index] ?? LONGEST;
}

function isSwap(a: string, b: string, i: number, j: number): boolean {
  if (i < 2 || j < 2) return false;
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}
