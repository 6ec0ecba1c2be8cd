import type { ToolDefinition } from '@haft/core';
import MiniSearch, { type BM25Params, type SearchOptions, type SearchResult } from 'minisearch';
import { nextTurn } from '../../async/next-turn.js';
import { FragmentIndex } from './fragment-index.js';
import { fragmentsOf } from './fragments-of.js';
import { indexedTexts, type IndexedTexts } from './indexed-texts.js';
import { isFunctionWord, requestTerms } from './request-terms.js';
import { stemOf, wordsOf } from './words-of.js';

/** An index of the definitions of tools. */
export interface ToolIndex {
  /**
   * Returns the names of the tools that match any query: first the best match of each query, then
   * the second of each, and so on.
   */
  rank(queries: readonly string[]): readonly string[];
}

/** BM25 for words: long descriptions count less. `d: 0` gives mere presence no score. */
const WORD_BM25: BM25Params = { k: 1.2, b: 0.9, d: 0 };

const FIELD_BOOST = { name: 2, description: 2 };

/** Weight of the order by fragments. The order by words has 1. */
const FRAGMENT_WEIGHT = 0.8;

/** The most tools that fragments reorder, to limit the time of a search. */
const MOST_REORDERED = 50;

/** The number of tools that are indexed before other work gets a turn. */
const CHUNK_SIZE = 50;

/** Indexed fields of words and of fragments. */
const WORD_FIELDS = ['name', 'description', 'parameterNames', 'parameterTexts', 'values'] as const;
const FRAGMENT_FIELDS = [
  { field: 'name', boost: 2 },
  { field: 'description', boost: 2 },
  { field: 'parameters', boost: 1 },
] as const;

/** Searches for the terms as they are, without another analysis. */
const READY_TERMS: SearchOptions = { tokenize: (text) => text.split('\n'), processTerm: (term) => term };

/** Builds the index. Other work of the process gets turns meanwhile. */
export async function buildToolIndex(tools: readonly ToolDefinition[]): Promise<ToolIndex> {
  const stems = remembered(stemOf);
  const pieces = remembered(fragmentsOf);
  const words = new MiniSearch<IndexedTexts>({
    fields: [...WORD_FIELDS],
    tokenize: (text) => contentWords(text).map(stems),
    processTerm: (term) => term,
  });
  const fragments = new FragmentIndex(FRAGMENT_FIELDS.map(({ boost }) => boost));
  const texts = tools.map(indexedTexts);
  await words.addAllAsync(texts, { chunkSize: CHUNK_SIZE });
  for (const text of texts) {
    if (text.id % CHUNK_SIZE === 0) await nextTurn();
    fragments.add(
      text.id,
      FRAGMENT_FIELDS.map(({ field }) => contentWords(text[field]).flatMap(pieces)),
    );
  }
  const names = tools.map(({ name }) => name);
  return {
    rank: (queries) =>
      interleaved(queries.map((query) => search({ words, fragments }, query))).map((id) => names[id] ?? ''),
  };
}

interface Indexes {
  readonly words: MiniSearch<IndexedTexts>;
  readonly fragments: FragmentIndex;
}

/**
 * Finds tools by stemmed words, and reorders them by fragments of the words. Fragments survive
 * typing errors and other endings.
 */
function search({ words, fragments }: Indexes, query: string): readonly number[] {
  const { weights, words: asked } = requestTerms(query);
  if (asked.length === 0) return [];
  const byWord = words.search([...weights.keys()].join('\n'), {
    ...READY_TERMS,
    bm25: WORD_BM25,
    boost: FIELD_BOOST,
    boostTerm: (term) => weights.get(term) ?? 1,
  });
  const reordered = byWord.slice(0, MOST_REORDERED);
  const candidates = byWord.length > MOST_REORDERED ? reordered.map(idOf) : undefined;
  const byFragment = fragments.scores([...new Set(asked.flatMap(fragmentsOf))], candidates);
  const scores = new Map<number, number>();
  addScores(scores, new Map(reordered.map((one) => [idOf(one), one.score])), 1);
  addScores(scores, byFragment, FRAGMENT_WEIGHT);
  const first = [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
  // Fragments only add to scores, so the other tools keep their places.
  return [...first, ...byWord.slice(MOST_REORDERED).map(idOf)];
}

/** Adds the scores of one order, as shares of its best score. */
function addScores(scores: Map<number, number>, added: ReadonlyMap<number, number>, weight: number): void {
  let best = 0;
  for (const score of added.values()) best = Math.max(best, score);
  for (const [id, score] of added) scores.set(id, (scores.get(id) ?? 0) + (weight * score) / best);
}

function idOf({ id }: SearchResult): number {
  return id as number;
}

function contentWords(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !isFunctionWord(word));
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
