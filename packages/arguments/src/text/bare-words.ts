// The meaning of a word without quotes where JSON has a name or a value.

/** A number of JSON. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A number that JSON writes in another way. */
export const HEXADECIMAL = /^-?0[xX][\da-fA-F]+$/;
/** The names of constants in JSON. */
export const JSON_WORDS = new Set(['true', 'false', 'null']);

/** The values of words, in lower case. The reader ignores case. */
export const MEANING: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['undefined', null],
]);

/** Not a literal: V8 would look up all letters of Unicode when it reads the file. */
let name: RegExp | undefined;

/** Returns whether a word can be a name without quotes. */
export function isName(word: string): boolean {
  name ??= new RegExp('^[\\p{L}_$][\\p{L}\\p{N}_$-]*$', 'u');
  return name.test(word);
}

/** Tells that a word is not a number of JSON, and what it may mean. */
export function noNumber(word: string): string {
  const meant = Number(word);
  const isExact = Number.isFinite(meant) && Math.abs(meant) <= Number.MAX_SAFE_INTEGER;
  // A text such as a postal code begins with zeros, too.
  const asText = /^0\d/.test(word) ? `, or ${shown(word)} for a text` : '';
  return `${shown(word)} is not a JSON number${isExact ? ` (write ${meant}${asText})` : ''}`;
}

/** Returns a word in quotes for a message. A long one is cut. */
export function shown(word: string): string {
  return JSON.stringify(word.length <= 40 ? word : `${word.slice(0, 37)}...`);
}
