import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { generatedFiles } from '@haft/reflector';

/**
 * Says of a module that a build would change it: it is missing, one beside it is, or one of them is another one.
 *
 * @param shown - its path as a person reads it
 */
export function staleText(out: string, shown: string): string {
  if (!existsSync(out)) return `There is no ${shown}.`;
  const { checks, issues } = generatedFiles(out);
  const missing = [checks, issues].find((file) => !existsSync(file));
  return missing === undefined
    ? `${shown} is not what a build would write now.`
    : `There is no ${join(dirname(shown), basename(missing))}.`;
}
