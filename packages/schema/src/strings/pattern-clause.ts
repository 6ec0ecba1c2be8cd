/** Returns a clause about a string: `matches ^a+$`, or for plain text, `contains "@"`. */
export function patternClause(pattern: string): string {
  const plain = plainPart(pattern);
  return plain === undefined ? `matches ${pattern}` : `${plain.verb}s ${plain.text}`;
}

/** Returns a clause about a string that must not match: `does not contain "@"`. */
export function negatedPatternClause(pattern: string): string {
  const plain = plainPart(pattern);
  return plain === undefined ? `does not match ${pattern}` : `does not ${plain.verb} ${plain.text}`;
}

/** Matches a pattern that is a text, with or without one anchor. */
const PLAIN = /^(\^?)((?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|/-])+)(\$?)$/;

function plainPart(pattern: string): { readonly verb: string; readonly text: string } | undefined {
  const [, start, escaped = '', end] = PLAIN.exec(pattern) ?? [];
  if (escaped === '' || (start !== '' && end !== '')) return undefined;
  const text = JSON.stringify(escaped.replace(/\\(.)/g, '$1'));
  if (start !== '') return { verb: 'start', text: `with ${text}` };
  return end === '' ? { verb: 'contain', text } : { verb: 'end', text: `with ${text}` };
}
