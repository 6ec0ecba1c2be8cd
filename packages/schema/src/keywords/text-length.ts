/** `minLength` and `maxLength`, in Unicode code points: inseparable, since a phrase names both. */
import { STRING } from '../values/json-kind.js';
import { codePointLength } from '../strings/describe-received.js';
import { A_COUNT } from './argument-rules.js';
import { countText, ofCount } from './count-text.js';
import type * as Aspect from './keyword.js';
import { LARGER, LOWER_LIMIT, SMALLER, UPPER_LIMIT } from './limits.js';

type Length = 'minLength' | 'maxLength';

const LENGTH: Aspect.Keyword = { argument: A_COUNT, types: ['string'] };

export const keyword: Aspect.Keywords<Length> = { minLength: LENGTH, maxLength: LENGTH };

export const check: Aspect.Checks<Length> = {
  minLength: {
    assertion: { kinds: STRING, test: (least) => (text: string) => hasAtLeast(text, least) },
    implies: 'string',
    part: withLength,
  },
  maxLength: {
    assertion: {
      kinds: STRING,
      test: (most) => (text: string) => text.length <= most || codePointLength(text) <= most,
    },
    implies: 'string',
    part: withLength,
  },
};

export const analysis: Aspect.Analyses<Length> = {
  minLength: {
    example: { narrows: (plan, least) => void (plan.shortest = least) },
    comparison: LOWER_LIMIT,
    merging: LARGER,
  },
  maxLength: {
    example: { narrows: (plan, most) => void (plan.longest = most) },
    comparison: UPPER_LIMIT,
    merging: SMALLER,
  },
};

export const provider: Aspect.Providers<Length> = {
  minLength: { role: 'moved', of: ['openai', 'gemini'] },
  maxLength: { role: 'moved', of: ['openai', 'gemini'] },
};

export const conversion: Aspect.Conversions<Length> = {
  minLength: { inOpenApi: true },
  maxLength: { inOpenApi: true },
};

function hasAtLeast(text: string, least: number): boolean {
  if (text.length < least) return false;
  // A code point has at most two units, so only lengths in between need a count.
  return text.length >= 2 * least || codePointLength(text) >= least;
}

function withLength(...[phrase, { minLength, maxLength }]: Parameters<Aspect.PhrasePart>): string {
  return ofCount(phrase, countText(minLength, maxLength, 'character', 'characters'));
}
