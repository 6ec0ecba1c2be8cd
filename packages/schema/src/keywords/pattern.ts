/** `pattern`: an expression with the flag `u`, not anchored. */
import { STRING } from '../values/json-kind.js';
import { templateExample } from '../strings/template-example.js';
import { compiledPattern } from '../patterns/compiled-pattern.js';
import { knownFormat } from './known-format.js';
import type * as Aspect from './keyword.js';

// The search for hazards checks that it is an expression.
export const keyword: Aspect.Keywords<'pattern'> = { pattern: { types: ['string'] } };

export const check: Aspect.Checks<'pattern'> = {
  pattern: {
    assertion: {
      kinds: STRING,
      test: (pattern, budget) => {
        const expression = compiledPattern(pattern, budget);
        return expression === undefined ? undefined : (text: string) => expression.test(text);
      },
    },
    implies: 'string',
    part: withPattern,
  },
};

export const analysis: Aspect.Analyses<'pattern'> = {
  pattern: {
    example: { narrows: (plan, pattern) => void (plan.pattern = pattern) },
    comparison: { test: true },
    merging: 'apart',
  },
};

export const conversion: Aspect.Conversions<'pattern'> = {
  pattern: {
    role: 'moved',
    of: ['openai', 'gemini'],
    takes: (words, pattern) => words !== 'openai' || !LOOK_AROUND.test(pattern as string),
    inOpenApi: true,
  },
};

/** Matches look-ahead and look-behind, which the automata of strict modes do not support. */
const LOOK_AROUND = /\(\?(?:=|!|<=|<!)/;

/** The pattern that the build writes for `bigint`. */
const BIGINT = '^-?\\d+$';

function withPattern(...[phrase, schema]: Parameters<Aspect.PhrasePart>): string {
  const { pattern = '' } = schema;
  if (pattern === BIGINT) return `${phrase.replace('a string', 'an integer as text')} like "42"`;
  const example = knownFormat(schema) === undefined ? templateExample(pattern) : undefined;
  return example === undefined ? `${phrase} that matches ${pattern}` : `${phrase} like ${JSON.stringify(example)}`;
}
