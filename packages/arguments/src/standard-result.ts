import type { ArgumentCheck } from './accepted-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from './default-limits.js';
import { issueLine } from './feedback/issue-line.js';
import type { LibraryIssue } from './issue-of-library.js';
import type { FastPathMiss } from './read-exact.js';
import { repairArguments } from './repair-arguments.js';

/** Repairs arguments. Returns the value or the issues in the form of Standard Schema. */
export function standardResult(
  check: ArgumentCheck,
  miss: FastPathMiss,
): { readonly value: object } | { readonly issues: readonly LibraryIssue[] } {
  const accepted = repairArguments(check, miss, DEFAULT_ARGUMENT_LIMITS);
  if (accepted.refusal === undefined) return { value: accepted.wire };
  const { problem, issues } = accepted.refusal;
  if (problem !== undefined) return { issues: [{ message: problem }] };
  // The line of a retry prompt. The path has its place.
  return { issues: issues.map((issue) => ({ message: issueLine({ ...issue, path: [] }), path: issue.path })) };
}
