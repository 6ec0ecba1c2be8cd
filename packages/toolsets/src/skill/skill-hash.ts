import { createHash } from 'node:crypto';
import type { SkillFile } from './skill-store.js';

/** Returns the SHA-256 of files and their paths. The order of the files does not count. */
export function skillHash(files: readonly SkillFile[]): string {
  const hash = createHash('sha256');
  const sorted = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, bytes } of sorted) {
    const content = createHash('sha256').update(bytes).digest('hex');
    hash.update(`${JSON.stringify(path)} ${content}\n`);
  }
  return hash.digest('hex');
}

/** Returns the version of a skill as a model reads it. */
export function versionOf({ hash }: { readonly hash: string }): string {
  return hash.slice(0, 12);
}
