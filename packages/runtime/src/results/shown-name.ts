import { cutText } from './cut-text.js';

/** Longest name that is repeated. */
const LONGEST_NAME = 64;

/** A name that a model made up: it may be of any length. */
export function shownName(name: string): string {
  return name.length <= LONGEST_NAME ? name : cutText(name, LONGEST_NAME + '...'.length);
}
