import type { TokenCounter } from './token-counter.js';

/** Returns a number of tokens for people: `1,234`, or `about 1,234` if it is estimated. */
export function tokensText(tokens: number, counted?: TokenCounter['counted']): string {
  return `${counted === 'estimate' ? 'about ' : ''}${tokens.toLocaleString('en-US')}`;
}
