import type { ReadArguments } from '@haft/core/reflected';
import type { Issue, Path } from '@haft/schema';
import type { LazyArguments } from '@haft/arguments/internal';
import type { RunPort } from '../run-port.js';
import type { CheckedValue } from '@haft/compose/internal';

/**
 * Runs the rules of DTOs that no schema expresses. Returns a promise only if a rule returns one.
 *
 * @param values - the arguments, and the paths whose values no text shows
 * @throws the error of a rule
 * @throws {HaftError} `HAFT_MISSING_PEER` if rules cannot be read
 */
export function dtoRuleIssues(
  { ruleIssues, maskIssues }: Pick<LazyArguments, 'ruleIssues' | 'maskIssues'>,
  { options }: RunPort,
  { check, visitRules }: CheckedValue,
  { args, sensitive }: { readonly args: ReadArguments; readonly sensitive: readonly Path[] },
): readonly Issue[] | Promise<readonly Issue[]> {
  if (visitRules === undefined) return NO_ISSUES;
  const found = ruleIssues(visitRules, args, { groups: options.validationGroups, sensitive });
  const shown = (issues: readonly Issue[]): readonly Issue[] => maskIssues(check, sensitive, issues);
  return found instanceof Promise ? found.then(shown) : shown(found);
}

const NO_ISSUES: readonly Issue[] = [];
