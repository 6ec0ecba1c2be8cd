import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Folder } from '../beneath/folder.js';
import { hasOneName } from '../beneath/has-one-name.js';
import { IgnoreList } from './ignore-list.js';

/** Bytes of the `.gitignore` files from the root to a folder that are read together. */
const MOST_BYTES = 100_000;

interface Level {
  /** How many names the path of the folder has. */
  readonly depth: number;
  readonly list: IgnoreList;
}

/** Which paths list and search leave out. Immutable: `within` gives the rules of a folder. */
export class IgnoreRules {
  private constructor(
    private readonly always: IgnoreList,
    private readonly usesGitignore: boolean,
    private readonly levels: readonly Level[] = [],
    private readonly bytesLeft = MOST_BYTES,
  ) {}

  /** @param patterns - patterns of the settings, which no `.gitignore` file takes back */
  static of(patterns: readonly string[], usesGitignore: boolean): IgnoreRules {
    return new IgnoreRules(new IgnoreList(patterns), usesGitignore);
  }

  /**
   * Adds the `.gitignore` file of a folder, if it has one.
   *
   * @param depth - number of names of the path of the folder
   */
  within(folder: Folder, depth: number): IgnoreRules {
    const bytes = this.usesGitignore && this.bytesLeft > 0 ? readGitignore(folder, this.bytesLeft) : undefined;
    if (bytes === undefined) return this;
    // As in Git, a byte order mark is not a part of the first rule.
    const level = { depth, list: new IgnoreList(new TextDecoder().decode(bytes).split('\n')) };
    return new IgnoreRules(this.always, this.usesGitignore, [level, ...this.levels], this.bytesLeft - bytes.length);
  }

  /** @param names - from the root on */
  ignores(names: readonly string[], isFolder: boolean): boolean {
    if (this.always.test(names, isFolder) === true) return true;
    for (const { depth, list } of this.levels) {
      const verdict = list.test(depth === 0 ? names : names.slice(depth), isFolder);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }
}

function readGitignore(folder: Folder, mostBytes: number): Buffer | undefined {
  const openedAt = Date.now();
  let descriptor: number;
  try {
    descriptor = folder.openFile('.gitignore');
  } catch {
    // There is none, or it is a link, which Git does not follow either.
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !hasOneName(descriptor, folder, '.gitignore', openedAt)) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(stats.size, mostBytes));
    const read = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
    // The start of a cut rule can take other paths: `*` of `*.log` takes all.
    return stats.size > read.length ? read.subarray(0, read.lastIndexOf('\n') + 1) : read;
  } finally {
    closeSync(descriptor);
  }
}
