import { HaftError, type FailedOutcome } from '@haft/core';
import { issueLineForLogs } from '../../arguments/feedback/issue-line.js';
import { shownName } from '../../results/shown-name.js';
import { withoutQuotation } from '../../arguments/feedback/without-quotation.js';

/**
 * What the developer gets of a used-up budget, with `onExhausted: 'throw'`. Errors are logged: the message has a line for each problem,
 * and no value that a model sent; the problems themselves are data beside it.
 */
export function budgetExhausted({ tool, text, issues = [] }: FailedOutcome, times: number): HaftError {
  const heading = `Tool '${shownName(tool)}' failed ${times} times, which uses up its retry budget:`;
  // What is said of broken JSON quotes a word of it.
  const message =
    issues.length === 0
      ? withoutQuotation(text)
      : [heading, ...issues.map((one) => `- ${issueLineForLogs(one)}`)].join('\n');
  return new HaftError('HAFT_RETRY_BUDGET_EXHAUSTED', message, {
    hint: 'Give the tool more @Retries, better descriptions, or handle the outcome instead of onExhausted: "throw".',
    issues,
  });
}
