import { stemmer } from 'stemmer';
import { wordsOf } from './words-of.js';
import { kindsOf } from './kinds-of.js';

/** English words without a subject. They count if a query has no other word. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and another any are as at be because been before being between both but by came can come ' +
    'could d did do does don each for from get got had has have he her here him himself his how i if in into is it its like ' +
    'll m make many me might more most much must my never no not now of on only or other our out over re s said same she ' +
    'should since some still such t take than that the their them then there these they this those through to too under up ' +
    'us ve very was way we well were what when where which while who whom whose why will with would you your'
  ).split(' '),
);

/**
 * Words that people use to ask for something. Tools can have such names (`show_order`), so these
 * words count if a query has no other word.
 */
const WORDS_OF_REQUESTS = new Set(
  (
    'able anyone anything assist curious give going gonna hello help helping hey hi hope interested just kindly know let lets ' +
    'liked looking need needed needs planning please possible prefer provide really show someone something tell thank ' +
    'thanks thinking try trying want wanna wanted wants wish wonder wondering'
  ).split(' '),
);

/** Weight of a kind of value. A word of the query has 1. */
const KIND_WEIGHT = 0.5;

/** The terms to search for. */
export interface RequestTerms {
  readonly words: readonly string[];
  /** The weights by stem. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Returns the words that describe the subject of a query, and the kinds of its values. */
export function requestTerms(query: string): RequestTerms {
  const all = wordsOf(query);
  const content = all.filter((word) => !FUNCTION_WORDS.has(word));
  const telling = content.filter((word) => !WORDS_OF_REQUESTS.has(word));
  const words = [telling, content, all].find(({ length }) => length > 0) ?? [];
  const weights = new Map(words.map((word) => [stemmer(word), 1]));
  for (const kind of kindsOf(query)) {
    const stem = stemmer(kind);
    if (!weights.has(stem)) weights.set(stem, KIND_WEIGHT);
  }
  return { words, weights };
}
