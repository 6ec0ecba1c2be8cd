import type { Issue } from '@haft/schema';
import { isSamePath } from '@haft/schema/basics';
import type { ArgumentRefusal } from '../accepted-arguments.js';

/** Returns whether two refusals have equal rules at equal paths. Values do not count. */
export function isSameProblem(one: ArgumentRefusal, other: ArgumentRefusal): boolean {
  if (one.problem !== other.problem || one.issues.length !== other.issues.length) return false;
  for (let i = 0; i < one.issues.length; i++) if (!isSameIssue(one.issues[i], other.issues[i])) return false;
  return true;
}

function isSameIssue(one: Issue | undefined, other: Issue | undefined): boolean {
  return one !== undefined && one.rule === other?.rule && isSamePath(one.path, other.path);
}
