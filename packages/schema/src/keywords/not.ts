/** `not`. */
import { negatedPatternClause } from '../strings/pattern-clause.js';
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import { joinedByOr } from '../strings/joined-by-or.js';
import type * as Aspect from './keyword.js';
import { listedValues, valueText } from './values.js';

export const keyword: Aspect.Keywords<'not'> = { not: { schemas: { as: 'one', relation: 'asks' } } };

export const check: Aspect.Checks<'not'> = {
  not: { applicators: ({ not = true }, { source }) => [other(source.nodeOf(not))] },
};

export const analysis: Aspect.Analyses<'not'> = {
  not: { comparison: { test: true }, merging: 'apart' },
};

function other(node: SchemaNode) {
  return (value: unknown, walk: Walk): boolean => {
    if (!walk.fits(node, value)) return true;
    return walk.report({ rule: 'not', expected: phraseOfOthers(node), received: value, mayPass: true });
  };
}

/** Describes the values that a schema rejects: `a string that does not contain " "`. */
function phraseOfOthers({ schema, phrase }: SchemaNode): string {
  if (typeof schema !== 'object') return `something other than ${phrase}`;
  const [only, ...more] = Object.entries(schema).filter(([keyword]) => keyword !== 'type');
  if (more.length === 0 && only?.[0] === 'pattern')
    return `a string that ${negatedPatternClause(schema.pattern ?? '')}`;
  const listed = listedValues(schema) ?? [];
  const isShort = listed.length > 0 && listed.length <= MOST_LISTED;
  return `something other than ${isShort ? joinedByOr(listed.map(valueText)) : phrase}`;
}

/** The largest number of values in a sentence. */
const MOST_LISTED = 20;
