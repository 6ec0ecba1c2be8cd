import { nearest } from '@haft/schema/internal';
import { shortened } from '../../shortened.js';

/** Facts about the value that does not have a key. */
export interface PlaceFacts {
  /** A noun phrase: `an array of 3 items`. */
  readonly kind: string;
  /** The names of the properties of an object. */
  readonly names?: readonly string[];
}

/**
 * Writes that a key does not exist: `there is no 'items.0.nme'; did you mean 'name'?`.
 *
 * @param keys - the keys up to the missing one
 */
export function missingText(keys: readonly string[], { kind, names }: PlaceFacts): string {
  const missing = `there is no '${shortened(keys.join('.'))}'`;
  if (names === undefined) return `${missing}, because the value is ${kind}`;
  const compared = names.slice(0, MOST_COMPARED);
  const meant = nearest(keys.at(-1) ?? '', compared);
  if (meant !== undefined) return `${missing}; did you mean '${shortened(meant)}'?`;
  if (names.length === 0) return `${missing}, because the object is empty`;
  return `${missing}; there are ${listed(names)}`;
}

const MOST_COMPARED = 1_000;
const MOST_LISTED = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map((name) => `'${shortened(name)}'`);
  const rest = names.length - shown.length;
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`;
}
