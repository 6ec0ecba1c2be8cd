/** Joins phrases: `a string, null or true`. The phrase of booleans has two parts. */
export function joinedByOr(phrases: readonly string[]): string {
  const parts =
    phrases.length < 2 ? phrases : phrases.flatMap((one) => (one === 'true or false' ? ['true', 'false'] : one));
  if (parts.length < 2) return parts[0] ?? 'nothing';
  return `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`;
}
