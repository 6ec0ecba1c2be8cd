import { indexOfRepeated } from '@haft/schema/basics';

/** Returns whether no two items are the same JSON value. */
export function isUnique(items: readonly unknown[]): boolean {
  return indexOfRepeated(items) === -1;
}
