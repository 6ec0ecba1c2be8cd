/** The longest description of many values, in characters. A longer one would hide the rest. */
const LONGEST = 60;

/** Matches the end of the noun of a phrase, before its bounds or its example. */
const AFTER_NOUN = / (?:like|of|from|with|as|greater than|less than|equal to) /;

/** Matches a phrase of several kinds of values, or with a verb, which has no plural. */
const MIXED = / or (?:an?|null|true|false|values|text) | that /;

/**
 * Describes many values with the phrase of one: `strings`, `objects with id and name`, `values that
 * are each null or a string`.
 *
 * @returns the noun alone if the rest is too long, or undefined if there is no short text
 */
export function pluralOf(phrase: string): string | undefined {
  if (phrase === 'true or false') return 'booleans';
  const [noun, rest] = partsOf(phrase);
  const many = noun === undefined ? `values that are each ${phrase}` : manyOf(noun);
  if (many.length + rest.length <= LONGEST) return many + rest;
  return noun === undefined || many.length > LONGEST ? undefined : many;
}

/** Splits a phrase with an article into its noun and the rest. */
function partsOf(phrase: string): readonly [noun: string | undefined, rest: string] {
  const isPlain = /^an? /.test(phrase) && !MIXED.test(`${withoutQuotations(phrase)} `);
  if (!isPlain) return [undefined, ''];
  const article = phrase.indexOf(' ') + 1;
  const end = phrase.search(AFTER_NOUN);
  return end < 0 ? [phrase.slice(article), ''] : [phrase.slice(article, end), phrase.slice(end)];
}

function withoutQuotations(phrase: string): string {
  return phrase
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}

function manyOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
