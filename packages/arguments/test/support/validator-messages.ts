import type { VisitRules } from '@haft/core/reflected';
import type { Path } from '@haft/schema';
import { brokenRules, type RuleOptions } from '../../src/rules/broken-rules.js';
import { ruleMessage } from '../../src/rules/rule-message.js';

/** A broken rule with the text that class-validator gives it. */
export interface ValidatorMessage {
  readonly path: Path;
  readonly rule: string;
  readonly message: string;
}

/** Returns the broken rules with class-validator's own texts, to compare them with `validate()`. */
export async function validatorMessages(
  visitRules: (args: never, visit: VisitRules) => void,
  args: object,
  options?: RuleOptions,
): Promise<readonly ValidatorMessage[]> {
  const broken = await brokenRules(visitRules, args, options);
  return broken.map(({ planned, args: facts, path }) => ({
    path,
    rule: planned.constraint.name,
    message: ruleMessage(planned, facts),
  }));
}
