import { HaftError, type DeferralRequest } from '@haft/core';
import type { Issue } from '@haft/schema';
import type { ArgumentRefusal } from '@haft/arguments';
import { issueLineForPeople } from '@haft/arguments/internal';

const MOST_LINES = 10;

/** The problem of a decision. */
export interface DecisionProblem extends ArgumentRefusal {
  readonly request: Pick<DeferralRequest, 'id' | 'tool'>;
  readonly kind: string;
  readonly hint?: string;
}

/**
 * Returns the error for an invalid decision. It describes no received values, since errors are
 * logged and a user may have entered a secret.
 */
export function invalidDecision({ request, kind, issues, problem, hint = DECIDE_AGAIN }: DecisionProblem): HaftError {
  const what = kind === 'decision' ? 'The decision' : `The decision '${kind}'`;
  const about = `${what} about ${request.id} ('${request.tool}') is not valid:`;
  return new HaftError('HAFT_INVALID_DECISION', about + problemLines(issues, problem), { hint, issues });
}

/** Returns a line for each problem, without received values. */
export function problemLines(issues: readonly Issue[], problem = ''): string {
  const lines = issues.slice(0, MOST_LINES).map((issue) => `\n- ${issueLineForPeople(issue)}`);
  const rest = issues.length - lines.length;
  if (rest > 0) lines.push(`\n- and ${rest} more problem${rest === 1 ? '' : 's'}`);
  return (problem === '' ? '' : ` ${problem}`) + lines.join('');
}

/** The hint for changed arguments that lack one of the request. */
export const SEND_ALL =
  'Send all arguments, not only the changed ones. Nothing was executed, and the request is still open.';

const DECIDE_AGAIN = 'Nothing was executed, and the request is still open: decide again.';
