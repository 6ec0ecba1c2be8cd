import type { PlacedReference, ReadArguments } from './find-references.js';
import { putAt } from './put-at.js';

/**
 * Writes references to stored values back into the arguments, so that the call of the step replaces
 * them. A reference to a part of a stored value stays in the list.
 *
 * @param isStored - returns whether the id belongs to a stored value and not to a step
 */
export function keepStored(read: ReadArguments, isStored: (id: string) => boolean): ReadArguments {
  const references: PlacedReference[] = [];
  for (const reference of read.references) {
    if (!isStored(reference.id)) references.push(reference);
    else if (reference.keys.length > 0) references.push({ ...reference, isStored: true });
    else putAt(read.args, reference.path, { $ref: reference.id });
  }
  return { ...read, references };
}
