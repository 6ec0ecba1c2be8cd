import { HIDDEN } from '../hidden-characters.js';

/**
 * Escapes invisible characters and those that change the direction of writing. A model may choose
 * them so that a person approves something else.
 */
export function visibleText(text: string): string {
  return text.replace(UNSHOWN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}

/** Everything that `HIDDEN` finds, and every other character without a visible shape. */
const UNSHOWN = new RegExp(`${HIDDEN.source}|\\p{Cf}|\\p{Co}|\\p{Cn}|\\p{Cs}|\\r`, 'gv');
