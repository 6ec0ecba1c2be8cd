/** The longest joined phrase, in characters. A longer one would hide the rest of the text. */
const LONGEST = 250;

/**
 * Joins two phrases of one value: `a string of at least 3 characters that does not contain " "`.
 * Returns the first one alone if it tells the second, or if both are too long.
 */
export function joinedByAnd(first: string, second: string): string {
  if (first.includes(second)) return first;
  const [noun = ''] = NOUN.exec(second) ?? [];
  const rest = noun !== '' && first.startsWith(noun) ? second.slice(noun.length) : second;
  const joined = rest.startsWith('that ') && !first.includes(' that ') ? `${first} ${rest}` : `${first} and ${rest}`;
  return joined.length > LONGEST ? first : joined;
}

const NOUN = /^an? (?:string|number|integer) /;
