import { readFileSync } from 'node:fs';

/**
 * Returns the text of a generated module as a build wrote it. Returns undefined if there is none.
 * Git may convert a committed module to the line ends of Windows (`core.autocrlf`). They change
 * nothing, because every text in the module has its own line ends escaped.
 */
export function moduleOnDisk(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
