import { HaftError, type FailedOutcome } from '@haft/core';
import { issueLineForLogs, withoutQuotation } from '@haft/arguments/internal';
import { shownName } from '@haft/core/internal';

/**
 * Returns the error of a used-up budget, for `onExhausted: 'throw'`. Errors are logged, so the
 * message has a line for each problem without values of a model. The problems are in `issues`.
 */
export function budgetExhausted({ tool, text, issues = [] }: FailedOutcome, times: number): HaftError {
  const heading = `Tool '${shownName(tool)}' failed ${times} times, which uses up its retry budget:`;
  // The text about broken JSON quotes a word of it.
  const message =
    issues.length === 0
      ? withoutQuotation(text)
      : [heading, ...issues.map((one) => `- ${issueLineForLogs(one)}`)].join('\n');
  return new HaftError('HAFT_RETRY_BUDGET_EXHAUSTED', message, {
    hint: 'Give the tool more @Retries, better descriptions, or handle the outcome instead of onExhausted: "throw".',
    issues,
  });
}
