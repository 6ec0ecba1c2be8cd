import { HaftError } from '@haft/core';
import type { VectorModel } from '../text-store.js';

/**
 * Checks what a model returned, and brings each vector to the length 1.
 *
 * @throws {HaftError} `HAFT_PROVIDER_FAILED` if it is not one vector of finite numbers for a text
 */
export function checkedVectors(vectors: unknown, count: number, model: VectorModel): readonly Float32Array[] {
  if (!Array.isArray(vectors) || vectors.length !== count) throw failed(model, `not ${String(count)} vectors`);
  return vectors.map((vector: unknown) => normalized(vector, model));
}

function normalized(vector: unknown, model: VectorModel): Float32Array {
  if (!isVector(vector) || vector.length !== model.dimensions) {
    throw failed(model, `a vector that does not have ${String(model.dimensions)} numbers`);
  }
  const copy = new Float32Array(vector);
  let sum = 0;
  for (const number of copy) sum += number * number;
  if (!Number.isFinite(sum)) throw failed(model, 'a vector with a number that is not finite');
  const length = Math.sqrt(sum);
  return length === 0 ? copy : copy.map((number) => number / length);
}

function isVector(vector: unknown): vector is Float32Array | readonly number[] {
  if (vector instanceof Float32Array) return true;
  return Array.isArray(vector) && vector.every((number) => typeof number === 'number');
}

function failed({ model }: VectorModel, found: string): HaftError {
  return new HaftError('HAFT_PROVIDER_FAILED', `The embeddings '${model}' returned ${found}.`, {
    hint: 'Compare `model` and `dimensions` with the documentation of the model.',
  });
}
