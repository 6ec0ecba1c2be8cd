/** The longest name in an id, in characters. */
export const LONGEST_NAME = 40;

/** Returns whether a text has the form of an id: a name and a number. */
export function isReferenceId(text: string): boolean {
  return text.length <= LONGEST_NAME + 20 && /^[a-z][a-z0-9_]*_[1-9]\d*$/.test(text);
}
