/** `pattern`: an expression with the flag `u`, not anchored. */
import { templateExample } from '../strings/template-example.js';
import { patternClause } from '../strings/pattern-clause.js';
import { kindOfPattern } from '../strings/text-kinds.js';
import { compiledPattern } from '../patterns/compiled-pattern.js';
import { PatternLimitError } from '../patterns/pattern-limit-error.js';
import { knownFormat } from './known-format.js';
import { withExample } from './with-example.js';
import type * as Aspect from './keyword.js';

// The search for hazards checks that it is an expression.
export const keyword: Aspect.Keywords<'pattern'> = { pattern: { types: ['string'] } };

export const check: Aspect.Checks<'pattern'> = {
  pattern: {
    assertion: {
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
    narrows: (plan, pattern) => void (plan.pattern = pattern),
    comparison: { test: true },
    merging: 'apart',
  },
};

function withPattern(...[phrase, schema]: Parameters<Aspect.PhrasePart>): string {
  const { pattern = '' } = schema;
  const format = knownFormat(schema);
  const kind = kindOfPattern(pattern);
  if (kind !== undefined) {
    const noun = format === undefined ? 'a string' : withExample(format, schema);
    if (phrase.startsWith(noun)) return withExample(kind, schema) + phrase.slice(noun.length);
  }
  // Libraries write the whole grammar of a format as a pattern, which explains nothing.
  if (format !== undefined && pattern.length > LONGEST_WITH_FORMAT && fits(pattern, format.example)) return phrase;
  const example = format === undefined ? templateExample(pattern) : undefined;
  return example === undefined
    ? `${phrase} that ${patternClause(pattern)}`
    : `${phrase} like ${JSON.stringify(example)}`;
}

/** The longest pattern that a phrase shows after a format, in characters. */
const LONGEST_WITH_FORMAT = 60;

function fits(pattern: string, text: string): boolean {
  try {
    return compiledPattern(pattern)?.test(text) === true;
  } catch (error) {
    if (error instanceof PatternLimitError) return false;
    throw error;
  }
}
