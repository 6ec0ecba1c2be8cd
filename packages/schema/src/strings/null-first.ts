/**
 * Puts `null` before other phrases if it could be read as a name or an item: `an object with ref or
 * null`, `an array of strings or null`.
 */
export function nullFirst(phrases: readonly string[]): readonly string[] {
  const isUnclear = phrases.at(-1) === 'null' && UNCLEAR.test(phrases.at(-2) ?? '');
  return isUnclear ? ['null', ...phrases.slice(0, -1)] : phrases;
}

const UNCLEAR = / with |^an (?:array|object) of .*[a-z]/;
