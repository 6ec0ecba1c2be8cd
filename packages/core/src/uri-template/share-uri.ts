import type { UriTemplate } from './uri-template.js';

/** One character of the text, or the characters of a variable. */
type Token = string | { readonly any: boolean };

/** Returns whether two templates match one URI. The query does not count: it is optional. */
export function shareUri(one: UriTemplate, other: UriTemplate): boolean {
  const [first, second] = [tokens(one), tokens(other)];
  // Walks both patterns at the same time. A state is a pair of positions.
  const seen = new Set<number>([0]);
  for (const state of seen) {
    const [i, j] = [Math.floor(state / (second.length + 1)), state % (second.length + 1)];
    const [a, b] = [first[i], second[j]];
    if (a === undefined && b === undefined) return true;
    if (a === undefined || b === undefined || !shareCharacter(a, b)) continue;
    for (const nextI of next(i, a)) for (const nextJ of next(j, b)) seen.add(nextI * (second.length + 1) + nextJ);
  }
  return false;
}

function tokens({ parts }: UriTemplate): readonly Token[] {
  return parts.flatMap((part): readonly Token[] => {
    if (part.kind === 'text') return Array.from(part.text);
    return part.kind === 'query' ? [] : [{ any: part.kind === 'path' }];
  });
}

function shareCharacter(a: Token, b: Token): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  return accepts(a, b) && accepts(b, a);
}

/** Returns whether a token matches a character of the other one. Two variables share letters. */
function accepts(token: Token, other: Token): boolean {
  return typeof token === 'string' || typeof other !== 'string' || token.any || !/[/?#]/.test(other);
}

function next(position: number, token: Token): readonly number[] {
  return typeof token === 'string' ? [position + 1] : [position, position + 1];
}
