import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The start of the names of the files. */
export const LIBRARY = '/lib.';

/** Parts of the language that the sandbox does not have, or that no program needs. */
const LEFT_OUT = /intl|sharedmemory|decorators|dom|scripthost|full/;

/**
 * Reads the declarations of the language from an installed TypeScript: file names and texts.
 *
 * @param path - one of its files, whose folder has them
 */
export function readLibraries(path: string): ReadonlyMap<string, string> {
  const folder = dirname(path);
  const texts = new Map<string, string>();
  read('esnext');
  return texts;

  function read(library: string): void {
    const name = `${LIBRARY}${library}.d.ts`;
    const file = join(folder, name);
    if (texts.has(name) || LEFT_OUT.test(library) || !existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    for (const [, other = ''] of text.matchAll(/^\/\/\/ <reference lib="([\w.]+)"/gm)) read(other);
    texts.set(name, text);
  }
}
