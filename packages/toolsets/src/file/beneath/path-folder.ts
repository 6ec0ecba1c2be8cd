import { closeSync, fstatSync, lstatSync, openSync, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { ModelRetry } from '@haft/core';
import { identityOf } from './descriptor-folder.js';
import { lookAt, readLink, READ_FILE, requireName, type Folder, type PinnedEntry } from './folder.js';

/**
 * A folder as a path, for platforms without `/proc`. Each step checks that no folder on the way was
 * replaced, but the check and the use are two steps: another program that swaps folders at the same
 * time can redirect an operation. So it is used only with `allowUnconfined`.
 */
export class PathFolder implements Folder {
  private constructor(
    readonly place: string,
    private readonly identity: string,
    private readonly outer: PathFolder | undefined,
  ) {}

  /** Opens a root: an absolute path that the application configured. */
  static open(path: string): PathFolder {
    return new PathFolder(path, identityOf(statSync(path)), undefined);
  }

  at(name: string): string {
    this.verify();
    return join(this.place, requireName(name));
  }

  enter(name: string): PathFolder {
    const path = this.at(name);
    const stats = lstatSync(path);
    if (!stats.isDirectory()) throw Object.assign(new Error(`ENOTDIR: ${path}`), { code: 'ENOTDIR' });
    return new PathFolder(path, identityOf(stats), this);
  }

  pin(name: string): PinnedEntry | undefined {
    const path = this.at(name);
    const stats = lookAt(path);
    return stats && new PinnedPath(path, stats, this);
  }

  look(name: string): Stats | undefined {
    return lookAt(this.at(name));
  }

  linkTarget(name: string): string | undefined {
    return readLink(this.at(name));
  }

  openFile(name: string): number {
    const descriptor = openSync(this.at(name), READ_FILE);
    try {
      this.verify();
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  showsName(): boolean {
    return false;
  }

  entries(): Dirent[] {
    this.verify();
    return readdirSync(this.place, { withFileTypes: true });
  }

  isBelow(root: PathFolder): boolean {
    const start = root.place.endsWith(sep) ? root.place : root.place + sep;
    return this.place === root.place || this.place.startsWith(start);
  }

  stats(): Stats {
    return statSync(this.place);
  }

  close(): void {
    // A path holds nothing open.
  }

  /** Checks that this folder and those above it are still the ones that were entered. */
  verify(): void {
    this.outer?.verify();
    const stats = this.outer === undefined ? statSync(this.place) : lookAt(this.place);
    if (stats === undefined || !stats.isDirectory() || identityOf(stats) !== this.identity) throw changedMeanwhile();
  }
}

class PinnedPath implements PinnedEntry {
  constructor(
    private readonly path: string,
    readonly stats: Stats,
    private readonly folder: PathFolder,
  ) {}

  open(flags: number): number {
    const descriptor = openSync(this.path, READ_FILE | flags);
    try {
      if (identityOf(fstatSync(descriptor)) !== identityOf(this.stats)) throw changedMeanwhile();
      this.folder.verify();
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  close(): void {
    // A path holds nothing open.
  }
}

function changedMeanwhile(): ModelRetry {
  return new ModelRetry('The folder changed during the call. Send the call again.');
}
