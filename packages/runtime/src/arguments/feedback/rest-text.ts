import { ISSUE_LIMIT } from '@haft/schema/internal';

/** `... and 7 more problems`: the line about the problems that are not shown. */
export function restText(count: number, all: number): string {
  // The search for problems stops at a limit: then there may be more.
  const least = all >= ISSUE_LIMIT ? 'at least ' : '';
  return `... and ${least}${count} more ${count === 1 ? 'problem' : 'problems'}`;
}
