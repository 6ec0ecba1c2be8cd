/** The longest description of many values, in characters. A longer one would hide the rest. */
const LONGEST = 60;

/** Matches a phrase with an article: the noun, and its bounds or its example. */
const PLAIN = /^an? ([^",]+?)((?: (?:like|of|from|with|as|greater than|less than|equal to) .*)?)$/;

/** Matches a phrase of several kinds of values, or with a verb, which has no plural. */
const MIXED = / or (?:an?|null|true|values|text) | that | and a multiple /;

/**
 * Describes many values with the phrase of one: `strings`, `objects with id and name`, `values that
 * are each null or a string`.
 *
 * @returns the noun alone if the rest is too long, or undefined if there is no short text
 */
export function pluralOf(phrase: string): string | undefined {
  if (phrase === 'true or false') return 'booleans';
  const isMixed = MIXED.test(`${phrase} `.replace(QUOTED, ''));
  const [, noun, rest = ''] = (isMixed ? null : PLAIN.exec(phrase)) ?? [];
  const many = noun === undefined ? `values that are each ${phrase}` : manyOf(noun);
  if (many.length + rest.length <= LONGEST) return many + rest;
  return noun === undefined || many.length > LONGEST ? undefined : many;
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

function manyOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
