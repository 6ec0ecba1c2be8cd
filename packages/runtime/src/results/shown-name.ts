import { cutText } from './cut-text.js';

/** The longest name in a message, in characters. */
const LONGEST_NAME = 64;

/** Cuts a name that a model invented. It may have any length. */
export function shownName(name: string): string {
  return name.length <= LONGEST_NAME ? name : cutText(name, LONGEST_NAME + '...'.length);
}
