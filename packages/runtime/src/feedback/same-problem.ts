import type { Issue } from '@haft/schema';
import type { ArgumentRefusal } from '../arguments/accepted-arguments.js';

/** Whether two refusals are about the same mistake: the same rules broken in the same places, whatever the values. */
export function isSameProblem(one: ArgumentRefusal, other: ArgumentRefusal): boolean {
  if (one.problem !== other.problem || one.issues.length !== other.issues.length) return false;
  return one.issues.every((issue, i) => isSameIssue(issue, other.issues[i]));
}

function isSameIssue(one: Issue, other: Issue | undefined): boolean {
  if (one.rule !== other?.rule || one.path.length !== other.path.length) return false;
  return one.path.every((key, i) => key === other.path[i]);
}
