import { createHash } from 'node:crypto';

/**
 * Returns the id of a build. It depends on the descriptors only, not on the folder.
 *
 * @param parts - the lines of the descriptors
 */
export function buildId(parts: readonly (readonly string[])[]): string {
  const hash = createHash('sha1');
  for (const lines of parts) hash.update(lines.join('\n'));
  return hash.digest('hex').slice(0, 12);
}

/** Returns the build id in a generated module, or undefined for a module of an older Haft. */
export function buildIdOf(text: string): string | undefined {
  return /^ {2}build: ['"]([0-9a-f]{12})['"],$/m.exec(text)?.[1];
}
