import { createHash } from 'node:crypto';
import { invalidOption } from '../invalid-option.js';
import { checkedVectors } from './embeddings/checked-vectors.js';
import type { Embeddings, EmbedOptions } from './embeddings/embeddings.js';
import { fuseRanks } from './fuse-ranks.js';
import { splitText, type ChunkSizes } from './split-text.js';
import type { FoundChunk, Facts, NewChunk, PutResult, TextFilter, TextOwner, TextStore } from './text-store.js';
import { WordShare } from './word-share.js';
import { wordsOf } from './words-of.js';

/** Settings of a text index. */
export interface TextIndexSettings {
  /** Where texts are kept. */
  readonly store: TextStore;
  /** Makes vectors. Default: none, so that texts are found by their words alone. */
  readonly embeddings?: Embeddings | undefined;
  /** Most characters of a chunk. From 200 to 8,000. Default: 1,200. */
  readonly chunkSize?: number | undefined;
  /** Most characters that a chunk repeats of the one before. Default: 150. */
  readonly chunkOverlap?: number | undefined;
}

/** A text to index. */
export interface IndexedText {
  readonly source: string;
  readonly title: string;
  readonly facts: Facts;
  readonly text: string;
}

/** A chunk with its score. */
export interface ScoredChunk extends FoundChunk {
  /** From 0 to 1, to compare the results of one search. */
  readonly score: number;
}

/** Splits texts, makes their words and vectors, and fuses what both find. */
export class TextIndex {
  readonly store: TextStore;
  private readonly embeddings: Embeddings | undefined;
  private readonly sizes: ChunkSizes;
  private ready: Promise<void> | undefined;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor({ store, embeddings, chunkSize = 1_200, chunkOverlap = 150 }: TextIndexSettings) {
    this.store = store;
    this.embeddings = embeddings === undefined ? undefined : checkedModel(embeddings);
    this.sizes = {
      size: integer('chunkSize', chunkSize, 200, 8_000),
      overlap: integer('chunkOverlap', chunkOverlap, 0, chunkSize >> 1),
    };
  }

  /**
   * Writes a text, unless nothing of it has changed. All of it is stored, or nothing.
   *
   * @param options.most - most documents of the owner
   * @returns the outcome, or undefined if the owner has too many documents
   */
  async put(
    owner: TextOwner,
    given: IndexedText,
    { most, signal }: { readonly most?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<(PutResult & { readonly chunks: number }) | undefined> {
    const text = storableText(given);
    const hash = this.hashOf(text);
    const known = await this.store.find(owner, { source: text.source });
    if (known?.hash === hash) return { id: known.id, change: 'unchanged', chunks: known.chunks };
    const parts = splitText(text.text, this.sizes).map(({ text: part }) => part);
    const vectors = await this.embed(
      parts.map((part) => withTitle(text, part)),
      { purpose: 'document', signal },
    );
    const titleWords = wordsOf(text.title);
    const chunks = parts.map((part, at): NewChunk => {
      // A title counts twice, because it says what the whole document is about.
      return { text: part, words: [...titleWords, ...titleWords, ...wordsOf(part)], vector: vectors?.[at] };
    });
    const { source, title, facts } = text;
    const result = await this.store.put(owner, { source, title, facts, hash, chunks }, most);
    return result === undefined ? undefined : { ...result, chunks: chunks.length };
  }

  /** Finds chunks by words and by vectors, the best first. */
  async search(query: string, filter: TextFilter, signal?: AbortSignal): Promise<readonly ScoredChunk[]> {
    // Both lists are longer than the answer, so that a chunk in the middle of both can win.
    const wide = { ...filter, limit: Math.max(filter.limit * 3, LEAST_RANKED) };
    const [vector] = (await this.embed([query], { purpose: 'query', signal })) ?? [];
    const byWords = await this.store.byWords(wordsOf(query), wide);
    const rankings = [{ values: byWords, weight: 1 }];
    if (vector !== undefined) {
      rankings.push({ values: await this.store.byVector(vector, wide), weight: this.embeddings?.weight ?? 1 });
    }
    return fuseRanks(rankings, ({ id }) => id)
      .slice(0, filter.limit)
      .map(({ value, score }) => ({ ...value, score }));
  }

  /**
   * Leaves out chunks that a few words of the query found by chance, and scores the others by the
   * share of the words that they have. Nothing fits if no chunk has more than `least` of them. A
   * model that knows meanings finds chunks without the words: then all stay.
   */
  relevant(query: string, chunks: readonly ScoredChunk[], { least = 0 } = {}): readonly ScoredChunk[] {
    const { weight = 1 } = this.embeddings ?? { weight: 0 };
    if (weight >= KNOWS_MEANINGS) return chunks;
    const share = new WordShare(query, weight > 0);
    const scored = chunks.map((chunk) => {
      const { title, facts } = chunk.document;
      const score = share.of([title, ...Object.values(facts).flat(), chunk.text].join(' '));
      return { ...chunk, score: Math.round(score * 100) / 100 };
    });
    const best = Math.max(0, ...scored.map(({ score }) => score));
    const ofBest = best >= STRONG ? OF_STRONG : OF_BEST;
    return best > least ? scored.filter(({ score }) => score >= best * ofBest) : [];
  }

  /**
   * Makes the vectors of all chunks that have none. Use it after a change of the model, or if the
   * texts were indexed without embeddings.
   *
   * @param options.onProgress - is called with the number of new vectors after each batch
   * @returns the number of new vectors
   */
  async embedAgain({
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void } = {}): Promise<number> {
    const { embeddings, store } = this;
    if (embeddings === undefined) throw invalidOption('There are no embeddings.', 'Give the setting `embeddings`.');
    await store.useVectors(embeddings, { replace: true });
    let done = 0;
    for (;;) {
      signal?.throwIfAborted();
      const chunks = await store.withoutVectors(BATCH);
      if (chunks.length === 0) return done;
      const texts = chunks.map(({ text }) => text);
      const vectors = checkedVectors(
        await embeddings.embed(texts, { purpose: 'document', signal }),
        texts.length,
        embeddings,
      );
      await store.setVectors(new Map(chunks.map(({ id }, at) => [id, vectors[at] ?? new Float32Array()])));
      done += chunks.length;
      onProgress?.(done);
    }
  }

  private async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[] | undefined> {
    const { embeddings } = this;
    if (embeddings === undefined || texts.length === 0) return undefined;
    await (this.ready ??= this.prepare(embeddings));
    options.signal?.throwIfAborted();
    return checkedVectors(await embeddings.embed(texts, options), texts.length, embeddings);
  }

  /** Tries again at the next call if it fails. */
  private async prepare(embeddings: Embeddings): Promise<void> {
    try {
      await this.store.useVectors(embeddings);
    } catch (error) {
      this.ready = undefined;
      throw error;
    }
  }

  /** Changes of the settings make other chunks of the same text. */
  private hashOf({ source, title, facts, text }: IndexedText): string {
    const { model } = this.embeddings ?? {};
    const all = JSON.stringify([FORMAT, this.sizes, model ?? null, source, title, facts, text]);
    return createHash('sha256').update(all).digest('hex');
  }
}

/** Embeddings with a lower weight compare spellings alone. */
const KNOWS_MEANINGS = 0.5;
/** The share of the best score that other chunks need. More loses right ones of Cranfield. */
const OF_BEST = 1 / 3;
/** A chunk with this score nearly is the query, so that others are by chance more often. */
const STRONG = 0.8;
const OF_STRONG = 0.36;
/** Chunks of each list, at least. Each one takes time in the comparison of vectors. */
const LEAST_RANKED = 16;
/** The version of the words and chunks that this code makes. */
const FORMAT = 1;
const BATCH = 64;

/**
 * Returns a text that databases take: without NUL and halves of surrogate pairs.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the source or a fact is too long for an index
 */
function storableText({ source, title, facts, text }: IndexedText): IndexedText {
  limited('The source', source, 2_000);
  for (const [name, fact] of Object.entries(facts)) {
    limited('The name of a fact', name, 100);
    for (const value of [fact].flat()) limited(`The fact '${name}'`, String(value), 500);
  }
  return { source, facts, title: storable(title).slice(0, 300), text: storable(text) };
}

function limited(what: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > 0 && bytes <= most && text === storable(text)) return;
  const message = `${what} is not a well-formed text of 1 to ${String(most)} bytes.`;
  throw invalidOption(message, 'Shorten it. Long texts belong into the text of the document.');
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function withTitle({ title }: IndexedText, part: string): string {
  return title === '' ? part : `${title}\n\n${part}`;
}

function checkedModel(embeddings: Embeddings): Embeddings {
  integer('dimensions of the embeddings', embeddings.dimensions, 8, 8_192);
  if (embeddings.dimensions % 8 === 0) return embeddings;
  const message = `The embeddings have ${String(embeddings.dimensions)} dimensions.`;
  throw invalidOption(message, 'Use a model with a multiple of 8. Most models can return fewer dimensions.');
}

function integer(name: string, value: number, least: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = `Give an integer from ${String(least)} to ${String(most)}.`;
  throw invalidOption(`${name} is ${String(value)}.`, range);
}
