import { ModelRetry } from '@haft/core';
import type { ArgumentsOutcome } from '@haft/arguments';
import { hiddenPaths, maskIssues, parseArguments, ruleIssues } from '@haft/arguments/lazy';
import type { RunPort } from '../run-port.js';
import type { CheckedValue } from '@haft/compose/internal';
import { dtoRuleIssues } from './dto-rule-issues.js';

/**
 * Takes a value of a person or of another system through steps 3 to 6 of a call: limits, check,
 * coercion, revival, rules. Arguments of a model take the same steps.
 *
 * @param value - a value from any source
 * @throws an error of a rule or a `@Transform`, except for a `ModelRetry`, which becomes the
 *   refusal
 */
export async function validateFromPerson(
  run: RunPort,
  checked: CheckedValue,
  value: unknown,
): Promise<ArgumentsOutcome> {
  try {
    return await accept(run, checked, value);
  } catch (error) {
    if (!(error instanceof ModelRetry)) throw error;
    return { refusal: { issues: error.issues, problem: error.message }, repairs: [] };
  }
}

async function accept(run: RunPort, checked: CheckedValue, value: unknown): Promise<ArgumentsOutcome> {
  const { arguments: limits } = run.runtime.limits;
  await checked.check.emitted?.load();
  await checked.check.collector?.load();
  const accepted = parseArguments(checked.check, value, limits);
  if (accepted.refusal !== undefined) return accepted;
  const sensitive = hiddenPaths(checked.check, limits.secretNames);
  const issues = await dtoRuleIssues({ ruleIssues, maskIssues }, run, checked, { args: accepted.args, sensitive });
  return issues.length === 0 ? accepted : { refusal: { issues }, repairs: accepted.repairs };
}
