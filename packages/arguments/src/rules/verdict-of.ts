import { ignoreRejections } from '@haft/core/internal';
import type { PlannedRule } from './property-plan.js';
import type { RuleArguments } from './validator-metadata.js';

/** Returns whether a rule accepts a value, or undefined if it waits or throws. */
export function verdictOf(
  { rule, constraint }: PlannedRule,
  about: Omit<RuleArguments, 'constraints'>,
): boolean | undefined {
  try {
    const verdict = constraint.instance.validate(about.value, { ...about, constraints: rule.constraints });
    ignoreRejections([verdict]);
    return typeof verdict === 'boolean' ? verdict : undefined;
  } catch {
    return undefined;
  }
}
