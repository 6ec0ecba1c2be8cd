import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { generatedFiles } from '@haft/reflector';

/**
 * Returns why a build would change a module: it is missing, a file next to it is missing, or one of
 * them is outdated.
 *
 * @param shown - the path for people
 */
export function staleText(out: string, shown: string): string {
  if (!existsSync(out)) return `There is no ${shown}.`;
  const { checks, issues } = generatedFiles(out);
  const missing = [checks, issues].find((file) => !existsSync(file));
  return missing === undefined
    ? `${shown} is outdated: a build would change it.`
    : `There is no ${join(dirname(shown), basename(missing))}.`;
}
