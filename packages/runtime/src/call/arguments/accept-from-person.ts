import { ModelRetry } from '@haft/core';
import type { ArgumentsOutcome } from '../../arguments/accepted-arguments.js';
import { hiddenPaths, maskIssues, parseArguments, ruleIssues } from '../../arguments/lazy.js';
import type { RunPort } from '../run-port.js';
import type { CheckedValue } from '../../toolsets/port/any-tool.js';
import { dtoRuleIssues } from './dto-rule-issues.js';

/**
 * Takes a value of a person, or of another system, through the steps 3 to 6 of a call: limits, check, coercion, revival, rules. A
 * model's arguments take the same steps. Only the reader of the issues is another one.
 *
 * @param value - an object, from anywhere
 * @throws what a rule of a DTO or a `@Transform` throws, except for a `ModelRetry`, which is for the person
 */
export async function acceptFromPerson(run: RunPort, checked: CheckedValue, value: unknown): Promise<ArgumentsOutcome> {
  try {
    return await accept(run, checked, value);
  } catch (error) {
    if (!(error instanceof ModelRetry)) throw error;
    return { refusal: { issues: error.issues, problem: error.message }, repairs: [] };
  }
}

async function accept(run: RunPort, checked: CheckedValue, value: unknown): Promise<ArgumentsOutcome> {
  const { argumentLimits: limits } = run.runtime;
  await checked.check.emitted?.load();
  await checked.check.collector?.load();
  const accepted = parseArguments(checked.check, value, limits);
  if (accepted.refusal !== undefined) return accepted;
  const sensitive = hiddenPaths(checked.check, limits.secretNames);
  const issues = await dtoRuleIssues({ ruleIssues, maskIssues }, run, checked, { args: accepted.args, sensitive });
  return issues.length === 0 ? accepted : { refusal: { issues }, repairs: accepted.repairs };
}
