import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** The hash of a text or of bytes. Not for secrets: it only tells contents apart. */
export function hashOfContent(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('base64');
}

/** The hash of a file's content; undefined when it cannot be read. */
export function hashOfFile(file: string): string | undefined {
  try {
    return hashOfContent(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** Size and time of a file, as a text; undefined when there is none. Cheaper than a hash: nothing is read. */
export function stampOfFile(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.size} ${stats.mtimeMs}`;
}

/** The hash of the names in a folder that may matter to a program: folders, and files that TypeScript reads. */
export function hashOfFolder(folder: string): string | undefined {
  try {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => (entry.isFile() ? SOURCE.test(entry.name) : !IGNORED.has(entry.name)))
      .map((entry) => entry.name);
    return hashOfContent(names.sort().join('\n'));
  } catch {
    return undefined;
  }
}

const SOURCE = /\.([cm]?tsx?|json)$/;
/** A package that is installed changes files that are hashed themselves. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);
