import { readFileSync } from 'node:fs';

/**
 * The text of a generated module as a build has written it; undefined when there is none. Git may have written a committed one with the
 * line ends of Windows (`core.autocrlf`), which change nothing: every text in the module has its own escaped.
 */
export function moduleOnDisk(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
