import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Returns the hash of a text or of bytes. Not for secrets: it only tells contents apart. */
export function hashOfContent(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('base64');
}

/** Returns the hash of a file's content, or undefined if it cannot be read. */
export function hashOfFile(file: string): string | undefined {
  try {
    return hashOfContent(readFileSync(file));
  } catch {
    return undefined;
  }
}

/**
 * Returns size and time of a file as a text, or undefined if it does not exist. Faster than a hash,
 * because it does not read the file.
 */
export function stampOfFile(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.size} ${stats.mtimeMs}`;
}

/**
 * Returns the hash of the names in a folder that may affect a program: folders, and files that
 * TypeScript reads.
 */
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
/** Ignored, because an installed package changes files that are hashed themselves. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);
