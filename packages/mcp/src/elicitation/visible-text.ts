/**
 * A text that says what it shows: characters that nobody sees or that turn the direction of writing around are written as escapes,
 * for a model may have chosen them so that a person approves something else.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}

/** Control characters but line break and tab, format characters (zero width, bidirectional), line and paragraph separators, tags. */
const HIDDEN = /[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}/gu;
