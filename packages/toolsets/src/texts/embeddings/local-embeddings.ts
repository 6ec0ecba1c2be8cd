import { refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import type { Embeddings } from './embeddings.js';

/** A pipeline for feature extraction of `@huggingface/transformers`. */
export type FeatureExtractor = (
  texts: string[],
  options: { readonly pooling: 'mean' | 'cls'; readonly normalize: boolean },
) => Promise<{ readonly data: ArrayLike<number>; readonly dims: readonly number[] }>;

/** Settings of {@link localEmbeddings}. */
export interface LocalEmbeddingsSettings {
  /** The pipeline: `await pipeline('feature-extraction', model)`. */
  readonly extractor: FeatureExtractor;
  /** The name of the model, such as `Xenova/all-MiniLM-L6-v2`. */
  readonly model: string;
  /** The length of its vectors. A multiple of 8. */
  readonly dimensions: number;
  /** How the model makes one vector of a text. Default: `mean`. */
  readonly pooling?: 'mean' | 'cls';
  /** Texts before the texts, by purpose, such as `{ query: 'query: ' }` for E5. Default: none. */
  readonly prefixes?: { readonly document?: string; readonly query?: string };
}

/**
 * Makes vectors in this process, with a model that you load.
 *
 * @example
 * const extractor = await pipeline('feature-extraction', 'Xenova/all-MiniLM-L6-v2');
 * localEmbeddings({ extractor, model: 'Xenova/all-MiniLM-L6-v2', dimensions: 384 });
 */
export function localEmbeddings(settings: LocalEmbeddingsSettings): Embeddings {
  refuseUnknownOptions('localEmbeddings', settings, SETTINGS);
  const { extractor, model, dimensions, pooling = 'mean', prefixes = {} } = settings;
  requireKind('localEmbeddings extractor', extractor, 'a function');
  requireKind('localEmbeddings model', model, 'a string');
  return {
    model,
    dimensions,
    embed: async (texts, { purpose, signal }) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        signal?.throwIfAborted();
        const batch = texts.slice(at, at + BATCH).map((text) => (prefixes[purpose] ?? '') + text);
        const { data, dims } = await extractor(batch, { pooling, normalize: true });
        const all = Float32Array.from(data);
        const length = dims.at(-1) ?? 0;
        for (const row of batch.keys()) vectors.push(all.slice(row * length, (row + 1) * length));
      }
      return vectors;
    },
  };
}

/** Larger batches need more memory and are not faster on a processor. */
const BATCH = 16;

const SETTINGS: OptionNames<LocalEmbeddingsSettings> = {
  extractor: true,
  model: true,
  dimensions: true,
  pooling: true,
  prefixes: true,
};
