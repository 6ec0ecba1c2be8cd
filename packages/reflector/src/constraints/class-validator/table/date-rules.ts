import type { RuleEntry } from '../rule-entry.js';

/** Rules about dates. */
export const dateRules: readonly RuleEntry[] = ['MinDate', 'MaxDate'].map((decorator) => ({
  decorator,
  optionsAt: 1,
  says: 'nothing',
  covered: 'no',
  note: 'JSON Schema cannot compare dates. The rule gets a `Date`.',
}));
