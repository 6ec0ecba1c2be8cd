import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.js';

/**
 * Splits a text into words in the form that indexes compare: lower case, without accents, without
 * English endings and {@link STOP_WORDS}. Texts in Chinese, Japanese, Korean and Thai have no
 * spaces, so each pair of neighbouring characters is a word. Takes time in proportion to the length
 * of the text.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of folded(text).matchAll(RUN)) {
    if (STOP_WORDS.has(run)) continue;
    if (ASCII.test(run)) words.push(run.length > LONGEST_STEMMED ? run.slice(0, LONGEST_WORD) : stemmer(run));
    else pushParts(run, words);
  }
  return words;
}

/** Returns a word as an index holds it for an owner, in ASCII. Owners share no words. */
export function indexedWord(owner: number, word: string): string {
  return wordPrefix(owner) + (ASCII.test(word) ? word : `_${Buffer.from(word, 'utf8').toString('hex')}`);
}

/** Returns the beginning of all words of an owner. */
export function wordPrefix(owner: number): string {
  return `${owner.toString(36)}_`;
}

function folded(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(MARKS, '').replaceAll('ß', 'ss');
}

function pushParts(run: string, words: string[]): void {
  for (const [part] of run.matchAll(PARTS)) {
    if (UNSPACED.test(part)) pushPairs(Array.from(part), words);
    else words.push(ASCII.test(part) ? stemmer(part) : part.slice(0, LONGEST_WORD));
  }
}

function pushPairs(characters: readonly string[], words: string[]): void {
  if (characters.length === 1) words.push(...characters);
  characters.reduce((before, next) => {
    words.push(before + next);
    return next;
  });
}

/** Longer words are not English. The stemmer would take longer for them. */
const LONGEST_STEMMED = 40;
const LONGEST_WORD = 64;
const ASCII = /^[a-z0-9]+$/;
const MARKS = /\p{M}/gu;
const RUN = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const PARTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
