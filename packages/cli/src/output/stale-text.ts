import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { issuesFile } from '@haft/reflector';

/**
 * Says of a module that a build would change it: it is missing, the one beside it is, or one of the two is another one.
 *
 * @param shown - its path as a person reads it
 */
export function staleText(out: string, shown: string): string {
  if (!existsSync(out)) return `There is no ${shown}.`;
  const beside = issuesFile(out);
  return existsSync(beside)
    ? `${shown} is not what a build would write now.`
    : `There is no ${join(dirname(shown), basename(beside))}.`;
}
