/** `minLength` and `maxLength`, in Unicode code points: inseparable, since a phrase names both. */
import { isLonger, isShorter } from '../strings/code-points.js';
import { A_COUNT } from './argument-rules.js';
import { countText, ofCount } from './count-text.js';
import type * as Aspect from './keyword.js';
import { LOWER_LIMIT, UPPER_LIMIT } from './limits.js';

type Length = 'minLength' | 'maxLength';

const LENGTH: Aspect.Keyword = { argument: A_COUNT, types: ['string'] };

export const keyword: Aspect.Keywords<Length> = { minLength: LENGTH, maxLength: LENGTH };

export const check: Aspect.Checks<Length> = {
  minLength: {
    assertion: { test: (least) => (text: string) => !isShorter(text, least) },
    implies: 'string',
    part: withLength,
  },
  maxLength: {
    assertion: { test: (most) => (text: string) => !isLonger(text, most) },
    implies: 'string',
    part: withLength,
  },
};

export const analysis: Aspect.Analyses<Length> = {
  minLength: {
    narrows: (plan, least) => void (plan.shortest = least),
    ...LOWER_LIMIT,
  },
  maxLength: {
    narrows: (plan, most) => void (plan.longest = most),
    ...UPPER_LIMIT,
  },
};

function withLength(...[phrase, { minLength, maxLength }]: Parameters<Aspect.PhrasePart>): string {
  return ofCount(phrase, countText(minLength, maxLength, 'character', 'characters'));
}
