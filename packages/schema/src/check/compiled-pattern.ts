/** A `pattern` of a schema; undefined for what is no regular expression, which then says nothing. */
export function compiledPattern(pattern: string): RegExp | undefined {
  // Schemas are written for the flag `u`; older ones hold escapes that only a pattern without it may have.
  return compiled(pattern, 'u') ?? compiled(pattern, '');
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
