import type { Token } from '@haft/core';

const LONGEST = 80;

/** Returns a token for messages: `Workspace`, `'database'`, `Symbol(DATABASE)`, ... */
export function tokenText(token: Token): string {
  const text = whole(token);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3)}...`;
}

function whole(token: Token): string {
  if (typeof token === 'string') return `'${token}'`;
  if (typeof token === 'function') return token.name === '' ? '(a class without a name)' : token.name;
  return String(token);
}
