/** Letters that a template needs, so that it cannot match every message. */
const FEWEST_LETTERS = 7;

/** Returns expressions that match messages by the literals of TypeScript code. */
export function messageTemplates(code: string): readonly RegExp[] {
  const lines = code.split('\n').filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line));
  return lines
    .flatMap((line) => [...literalsOf(line)])
    .filter((parts) => parts.join('').replace(/[^a-z]/gi, '').length >= FEWEST_LETTERS)
    .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('.*?')}`));
}

/** Yields the fixed parts of each literal of a line, nested literals too. */
function* literalsOf(line: string): Generator<string[]> {
  for (let start = 0; start < line.length; start++) {
    const quote = line[start] ?? '';
    if (!'\'"`'.includes(quote)) continue;
    const { parts, inner, end } = literalAt(line, start);
    yield parts;
    for (const one of inner) yield* literalsOf(one);
    start = end;
  }
}

function literalAt(line: string, start: number): { parts: string[]; inner: string[]; end: number } {
  const quote = line[start];
  const parts = [''];
  const inner: string[] = [];
  let at = start + 1;
  for (; at < line.length && line[at] !== quote; at++) {
    if (quote === '`' && line.startsWith('${', at)) {
      const end = endOfPlaceholder(line, at + 2);
      inner.push(line.slice(at + 2, end));
      parts.push('');
      at = end;
    } else {
      if (line[at] === '\\') at++;
      parts[parts.length - 1] += line[at] ?? '';
    }
  }
  return { parts, inner, end: at };
}

/** Returns the index of the brace that closes a placeholder. */
function endOfPlaceholder(line: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; at < line.length; at++) {
    const one = line[at] ?? '';
    if (one === '{') depth++;
    else if (one === '}' && --depth === 0) break;
    else if ('\'"`'.includes(one)) at = literalAt(line, at).end;
  }
  return at;
}
