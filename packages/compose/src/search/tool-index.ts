import type { ToolDefinition } from '@haft/core';
import { nextTurn } from '@haft/core/internal';
import { fragmentsOf } from './fragments-of.js';
import { indexedTexts } from './indexed-texts.js';
import { FUNCTION_WORDS, requestTerms } from './request-terms.js';
import { TermIndex } from './term-index.js';
import { stemmer } from 'stemmer';
import { wordsOf } from './words-of.js';

/** An index of the definitions of tools. */
export interface ToolIndex {
  /**
   * Returns the names of the tools that match any query: first the best match of each query, then
   * the second of each, and so on. A query that is or contains the name of a tool matches it best.
   */
  rank(queries: readonly string[]): readonly string[];
}

/** The weights of name, summary and parameters. */
const BOOSTS = [2, 2, 1];

/** Words: long texts count less. */
const WORDS = { boosts: BOOSTS, saturation: 1.2, lengthShare: 0.9, breadth: 1 };

/** Fragments repeat more than words. Several of one word count less than several words. */
const FRAGMENTS = { boosts: BOOSTS, saturation: 2, lengthShare: 0.6, breadth: 0.5 };

/** Weight of the order by fragments. The order by words has 1. */
const FRAGMENT_WEIGHT = 0.8;

/** Score of a tool whose name has the letters of the query. Its texts give at most 1.8. */
const SAME_LETTERS = 3;
/** Added for a name as it is written. */
const NAMED = 2;
const NAME = /[\w-]+/g;
/** Matches a name that is not also a word of a sentence. */
const SEVERAL_WORDS = /[\d_-]|[a-z][A-Z]/;

/** The most tools that one query finds. */
const MOST_RANKED = 50;

/** The number of tools that are indexed before other work gets a turn. */
const CHUNK_SIZE = 50;

/**
 * Builds the index. It finds tools by stemmed words, and by fragments of words, which survive
 * typing errors and other endings. Other work of the process gets turns meanwhile.
 */
export async function buildToolIndex(tools: readonly ToolDefinition[]): Promise<ToolIndex> {
  const stems = remembered(stemmer);
  const pieces = remembered(fragmentsOf);
  const words = new TermIndex(WORDS);
  const fragments = new TermIndex(FRAGMENTS);
  const exact = new Map<string, number[]>();
  const byName = new Map(tools.map(({ name }, id) => [name, id]));
  for (const [id, tool] of tools.entries()) {
    if (id % CHUNK_SIZE === CHUNK_SIZE - 1) await nextTurn();
    const { name, summary, parameters } = indexedTexts(tool);
    const nameWords = wordsOf(name);
    const fields = [nameWords, wordsOf(summary), wordsOf(parameters)].map(withoutFunctionWords);
    // A tool may have a name of function words only, such as `who_am_i`.
    words.add([nameWords, ...fields.slice(1)].map((field) => field.map(stems)));
    fragments.add(fields.map((field) => field.flatMap(pieces)));
    const letters = lettersOf(name);
    exact.set(letters, [...(exact.get(letters) ?? []), id]);
  }

  function search(query: string): readonly number[] {
    const { weights, words: asked } = requestTerms(query);
    const scores = words.scores(weights);
    const ofFragments = fragments.scores(new Map(asked.flatMap(fragmentsOf).map((fragment) => [fragment, 1])));
    for (const [id, score] of ofFragments.entries()) scores[id] = (scores[id] ?? 0) + FRAGMENT_WEIGHT * score;
    for (const id of exact.get(lettersOf(query)) ?? []) scores[id] = SAME_LETTERS;
    for (const id of namedIn(query)) scores[id] = (scores[id] ?? 0) + NAMED;
    return bestOf(scores);
  }

  /** Returns the tools whose names are in a query: `select:order_list,order_get`. */
  function namedIn(query: string): readonly number[] {
    const names = new Set((query.match(NAME) ?? []).filter((name) => SEVERAL_WORDS.test(name)));
    return [...names.add(query.trim())].flatMap((name) => byName.get(name) ?? []);
  }

  return { rank: (queries) => interleaved(queries.map(search)).map((id) => tools[id]?.name ?? '') };
}

function withoutFunctionWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !FUNCTION_WORDS.has(word));
}

/** Returns the letters and digits of a name, to compare names in any style. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the positions of the best scores, best first. */
function bestOf(scores: Float64Array): readonly number[] {
  const least = scores.toSorted().at(-MOST_RANKED) ?? 0;
  const best: number[] = [];
  for (const [id, score] of scores.entries()) if (score > 0 && score >= least) best.push(id);
  return best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, MOST_RANKED);
}

/** Returns a function that computes each word once: definitions repeat their words. */
function remembered<Value>(compute: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    const value = known.get(word) ?? compute(word);
    known.set(word, value);
    return value;
  };
}

/** Merges lists in turns and leaves out repetitions. */
function interleaved(lists: readonly (readonly number[])[]): readonly number[] {
  const all = new Set<number>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const id = list[place];
      if (id !== undefined) all.add(id);
    }
  }
  return [...all];
}
