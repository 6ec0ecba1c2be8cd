/** `anyOf`, `oneOf` and `discriminator`: inseparable, since they name branches in the same ways. */
import { joinedByOr } from '../../strings/joined-by-or.js';
import { nullFirst } from '../../strings/null-first.js';
import type { JsonSchema } from '../../json-schema.js';
import { SCHEMAS } from '../argument-rules.js';
import type * as Aspect from '../keyword.js';
import { phraseOfAllowed } from '../values.js';
import { checkUnion } from './check-union.js';

type Union = 'anyOf' | 'oneOf' | 'discriminator';

export const keyword: Aspect.Keywords<Union> = {
  anyOf: { argument: SCHEMAS, schemas: { as: 'list', relation: 'same' } },
  oneOf: { argument: SCHEMAS, schemas: { as: 'list', relation: 'same' } },
  discriminator: {},
};

export const check: Aspect.Checks<'anyOf' | 'oneOf'> = {
  anyOf: {
    applicators: (schema, node) => [checkUnion('anyOf', schema, node)],
    phrase: ({ anyOf }, nested) => phraseOfBranches(anyOf, nested),
  },
  oneOf: {
    applicators: (schema, node) => [checkUnion('oneOf', schema, node)],
    phrase: ({ oneOf }, nested) => phraseOfBranches(oneOf, nested),
  },
};

/** The comparison compares branches in pairs. A discriminator repeats facts of its branches. */
export const analysis: Aspect.Analyses<Union> = {
  anyOf: { comparison: 'inside', merging: 'apart' },
  oneOf: { comparison: 'inside', merging: 'apart' },
  discriminator: { comparison: 'nothing', merging: 'apart' },
};

/** The largest number of branches in a phrase. A longer list would hide the rest of the text. */
const MOST_BRANCHES = 6;

/**
 * Describes the branches: `an integer or null`. Branches with one value each become a list of
 * values.
 */
function phraseOfBranches(
  branches: readonly JsonSchema[] | undefined,
  nested: Aspect.NestedPhrases | undefined,
): string | undefined {
  if (branches === undefined || nested === undefined) return undefined;
  const values = branches.map((branch) => (typeof branch === 'object' ? branch.const : undefined));
  if (values.every((value) => value !== undefined)) return phraseOfAllowed(values);
  const phrases = withoutRepeats(nullFirst([...new Set(branches.map(nested.phraseOf))]));
  const shown = phrases.slice(0, MOST_BRANCHES);
  if (phrases.length > MOST_BRANCHES) shown.push('another of its forms');
  return joinedByOr(shown);
}

/** Shortens `a string like "1A"`, `a string like "1B"` to `a string like "1A"`, `"1B"`. */
function withoutRepeats(phrases: readonly string[]): readonly string[] {
  return phrases.map((phrase, index) => {
    const isRepeated = phrase.startsWith(REPEATED) && phrases[index - 1]?.startsWith(REPEATED) === true;
    return isRepeated ? phrase.slice(REPEATED.length) : phrase;
  });
}

const REPEATED = 'a string like ';
