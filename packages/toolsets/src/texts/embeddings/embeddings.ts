import type { VectorModel } from '../text-store.js';

/** Options of {@link Embeddings.embed}. */
export interface EmbedOptions {
  /** Whether the texts are documents or a query. Some models treat them differently. */
  readonly purpose: 'document' | 'query';
  /** Stops the work. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors. Similar texts have near vectors. */
export interface Embeddings extends VectorModel {
  /**
   * How much the ranks by vectors count next to the ranks by words, which count 1. Default: 1, as
   * for a model that knows meanings.
   */
  readonly weight?: number;
  /**
   * Returns a vector for each text, in the same order.
   *
   * @throws if the model cannot be reached. Nothing is stored then.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly (Float32Array | readonly number[])[]>;
}
