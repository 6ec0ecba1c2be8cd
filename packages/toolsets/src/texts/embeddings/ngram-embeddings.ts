import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import { STOP_WORDS } from '../stop-words.js';
import type { Embeddings } from './embeddings.js';

/** Options of {@link ngramEmbeddings}. */
export interface NgramOptions {
  /** The length of a vector. A multiple of 8. Default: 384. */
  readonly dimensions?: number;
}

/**
 * Makes vectors of the words and the groups of three letters in a text, without a model. Texts with
 * similar spellings are near, so that searches find misspelt and inflected words. It does not know
 * meanings: use a model for these. The same text has the same vector everywhere.
 */
export function ngramEmbeddings(options: NgramOptions = {}): Embeddings {
  refuseUnknownOptions('ngramEmbeddings', options, OPTIONS);
  const { dimensions = 384 } = options;
  return {
    model: `haft-ngrams-1-${String(dimensions)}`,
    dimensions,
    weight: 0.1,
    embed: (texts) => Promise.resolve(texts.map((text) => vectorOf(text, dimensions))),
  };
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const counts = new Map<string, number>();
  const add = (gram: string): void => {
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  };
  for (const [word] of text
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (STOP_WORDS.has(word)) continue;
    const framed = `<${word.slice(0, LONGEST_WORD)}>`;
    add(framed);
    for (let at = 0; at + 3 <= framed.length; at += 1) add(framed.slice(at, at + 3));
  }
  const vector = new Float32Array(dimensions);
  for (const [gram, count] of counts) {
    // Each group moves four numbers, so that two groups seldom have the same effect.
    const weight = Math.sqrt(count) * (gram.length > 3 ? WHOLE_WORD : 1);
    for (let seed = 0; seed < 4; seed += 1) {
      const hash = hashOf(gram, seed);
      const at = (hash >>> 1) % dimensions;
      vector[at] = (vector[at] ?? 0) + (hash & 1 ? weight : -weight);
    }
  }
  return vector;
}

/** FNV-1a with a final mix. See http://www.isthe.com/chongo/tech/comp/fnv/. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b9);
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const LONGEST_WORD = 40;
/** How much a whole word counts next to a group of three letters. */
const WHOLE_WORD = 2;

const OPTIONS: OptionNames<NgramOptions> = { dimensions: true };
