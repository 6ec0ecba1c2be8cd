/** Joins phrases: `a string, null or true`. */
export function joinedByOr(phrases: readonly string[]): string {
  if (phrases.length < 2) return phrases[0] ?? 'nothing';
  return `${phrases.slice(0, -1).join(', ')} or ${phrases.at(-1) ?? ''}`;
}
