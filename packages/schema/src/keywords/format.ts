/** `format`, for the formats of the table. Other names are annotations. */
import { KIND } from '../values/json-kind.js';
import { FORMATS } from '../formats/formats.js';
import { A_TEXT } from './argument-rules.js';
import { knownFormat } from './known-format.js';
import { withExample } from './with-example.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'format'> = {
  format: { argument: A_TEXT, types: ['string', 'number', 'integer'] },
};

export const check: Aspect.Checks<'format'> = {
  format: {
    assertion: {
      kinds: KIND.string,
      test: (name) => FORMATS.get(name)?.test,
      flaw: (name) => FORMATS.get(name)?.flaw,
    },
    implies: 'string',
    part: withFormat,
  },
};

export const analysis: Aspect.Analyses<'format'> = {
  format: {
    narrows: (plan, name) => void (plan.format = name),
    comparison: { test: true },
    merging: { both: narrower },
  },
};

/** Returns the format whose texts all have the other one. */
function narrower(ours: string, theirs: string): string | undefined {
  const isEmail = [ours, theirs].includes('email') && [ours, theirs].includes('idn-email');
  return isEmail ? 'email' : undefined;
}

/** Puts the format in the place of the type. Base64 content counts as a format. */
export function withFormat(...[phrase, schema, type]: Parameters<Aspect.PhrasePart>): string {
  const known = type === 'string' ? knownFormat(schema) : undefined;
  return known === undefined ? phrase : phrase.replace('a string', () => withExample(known, schema));
}
