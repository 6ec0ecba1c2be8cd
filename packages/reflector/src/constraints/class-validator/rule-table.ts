import type { RuleEntry } from './rule-entry.js';
import { arrayRules } from './table/array-rules.js';
import { commonRules } from './table/common-rules.js';
import { dateRules } from './table/date-rules.js';
import { numberRules } from './table/number-rules.js';
import { stringRules } from './table/string-rules.js';
import { typeRules } from './table/type-rules.js';

/** Every decorator of class-validator, by group. */
export const RULE_GROUPS: Readonly<Record<string, readonly RuleEntry[]>> = {
  'Any value': commonRules,
  Types: typeRules,
  Numbers: numberRules,
  Strings: stringRules,
  Arrays: arrayRules,
  Dates: dateRules,
};

const byName: ReadonlyMap<string, RuleEntry> = new Map(
  Object.values(RULE_GROUPS)
    .flat()
    .map((entry) => [entry.decorator, entry]),
);

/** Returns the row of a decorator, by its exported name. */
export function ruleEntry(decorator: string): RuleEntry | undefined {
  return byName.get(decorator);
}
