/** An anchored expression, with the assertions at its beginning apart. */
export interface Separated {
  /** The expressions inside `(?=...)` and `(?!...)`. */
  readonly assertions: readonly string[];
  readonly rest: string;
}

/**
 * Separates the lookaheads after the `^` of an expression. Each of them and the rest begin at the
 * first character, once, so that the time of the whole is the sum of theirs. Returns undefined if
 * there are none, or if a `|` has other beginnings.
 */
export function leadingAssertions(source: string): Separated | undefined {
  if (!source.startsWith('^') || hasAlternatives(source)) return undefined;
  const assertions: string[] = [];
  let at = 1;
  while (source.startsWith('(?=', at) || source.startsWith('(?!', at)) {
    const end = endOfGroup(source, at);
    if (end === undefined || /^[*+?{]/.test(source.slice(end, end + 1))) return undefined;
    assertions.push(source.slice(at + 3, end - 1));
    at = end;
  }
  return assertions.length === 0 ? undefined : { assertions, rest: source.slice(at) };
}

/** Returns whether there is a `|` outside of all groups. */
function hasAlternatives(source: string): boolean {
  for (const [sign, depth] of signsOf(source)) if (sign === '|' && depth === 0) return true;
  return false;
}

/** Returns the position after the group that begins at a position. */
function endOfGroup(source: string, start: number): number | undefined {
  for (const [sign, depth, at] of signsOf(source, start)) if (sign === ')' && depth === 0) return at + 1;
  return undefined;
}

/** Yields the signs outside of escapes and classes, with the number of open groups after them. */
function* signsOf(source: string, start = 0): Generator<readonly [sign: string, depth: number, at: number]> {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < source.length; at++) {
    const sign = source.charAt(at);
    if (sign === '\\') at++;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else {
      if (sign === '(') depth++;
      if (sign === ')') depth--;
      yield [sign, depth, at];
    }
  }
}
