import { HaftError } from '@haft/core';
import type { VectorModel } from './text-store.js';

/** Makes the error of a store that has vectors of another model. */
export function otherModel(stored: string, { model, dimensions }: VectorModel): HaftError {
  const message = `The text store has vectors of '${stored}', and the embeddings are '${model}' (${String(dimensions)}).`;
  return new HaftError('HAFT_INVALID_OPTION', message, {
    hint: 'Use the same model, or make all vectors again with `embedAgain()` of the knowledge base.',
  });
}
