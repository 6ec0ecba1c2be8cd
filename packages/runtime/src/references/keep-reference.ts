import type { Ref, Reference } from '@haft/core';
import type { ResultReferenceDescriptor } from '@haft/core/reflected';
import { cutText, wireForm } from '@haft/core/internal';
import { LONGEST_NAME } from './reference-id.js';
import type { ReferenceOwner, References } from './references.js';

/**
 * Stores the value of a `Ref`.
 *
 * @returns the reference for the model, or a text about a value that is too large
 * @throws {TypeError} if JSON has no form for the value
 */
export async function keepReference(
  references: References,
  owner: ReferenceOwner,
  { value, name, preview }: Ref,
  kept: ResultReferenceDescriptor,
): Promise<Reference | string> {
  const { store, ttlMs, maxCharacters } = references;
  const json = JSON.stringify(wireForm(value));
  if (json.length > maxCharacters)
    return `The result is too large: ${json.length} characters, at most ${maxCharacters} can be stored. Ask for less.`;
  const scope = references.scopeOf(owner);
  await makeRoom(references, scope, json.length);
  const { type, schema } = kept;
  const until = Date.now() + ttlMs;
  const $ref = await store.add(scope, nameOf(name ?? kept.name), { type, schema, json, until });
  return { $ref, type, preview: cutText(preview ?? previewOf(value, json), LONGEST_PREVIEW) };
}

/** Deletes the oldest values of a scope until another one fits. */
async function makeRoom({ store, maxTotalCharacters }: References, scope: string, characters: number): Promise<void> {
  const listed = await store.list(scope);
  let total = listed.reduce((sum, one) => sum + one.characters, characters);
  for (const oldest of listed) {
    if (total <= maxTotalCharacters) return;
    await store.delete(scope, oldest.id);
    total -= oldest.characters;
  }
}

const LONGEST_PREVIEW = 300;

/** Writes a name in snake_case, so that every id has the same form. */
function nameOf(name: string): string {
  const snake = name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return snake === '' ? 'value' : snake;
}

function previewOf(value: unknown, json: string): string {
  const size = Array.isArray(value) ? `${value.length} items, ` : '';
  return `${size}${json.length} characters: ${json}`;
}
