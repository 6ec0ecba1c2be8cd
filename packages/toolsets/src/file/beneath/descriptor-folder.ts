import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { hasCode, lookAt, readLink, READ_FILE, requireName, type Folder, type PinnedEntry } from './folder.js';

/** Names an entry without opening it: Linux only, the same number on all platforms of Node. */
const O_PATH = 0o10000000;

/**
 * A folder as a descriptor. Linux resolves `/proc/self/fd/N/name` from the open folder N, whatever
 * its path is by now, and `O_NOFOLLOW` rejects a link under `name`. So no step can be redirected.
 *
 * The operations are synchronous: they read no data, and nothing can close a descriptor between
 * two steps.
 *
 * @see https://man7.org/linux/man-pages/man2/open.2.html (O_PATH, O_NOFOLLOW)
 */
export class DescriptorFolder implements Folder {
  /** Where the folder was. It may be elsewhere by now. */
  private known: string | undefined;

  private constructor(private readonly descriptor: number) {}

  /** Opens a root: an absolute path without links that the application configured. */
  static open(path: string): DescriptorFolder {
    return new DescriptorFolder(openFolder(path));
  }

  get place(): string {
    return placeOf(this.descriptor);
  }

  at(name: string): string {
    return `${this.place}/${requireName(name)}`;
  }

  enter(name: string): DescriptorFolder {
    return new DescriptorFolder(openFolder(this.at(name)));
  }

  pin(name: string): PinnedEntry | undefined {
    try {
      return new PinnedDescriptor(openSync(this.at(name), O_PATH | constants.O_NOFOLLOW));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  look(name: string): Stats | undefined {
    return lookAt(this.at(name));
  }

  linkTarget(name: string): string | undefined {
    return readLink(this.at(name));
  }

  openFile(name: string): number {
    return openSync(this.at(name), READ_FILE);
  }

  /**
   * Compares the path of the open file. Linux shows the name under which the file was opened, with
   * ` (deleted)` behind a name that was taken away. Another name of the same file is not shown.
   *
   * @see https://man7.org/linux/man-pages/man5/proc_pid_fd.5.html
   */
  showsName(descriptor: number, name: string): boolean {
    if (name.endsWith(' (deleted)')) return false;
    try {
      const path = join(this.known ?? this.path(), name);
      // Two paths with bytes that are not UTF-8 can be equal as texts.
      return !path.includes('\ufffd') && readlinkSync(placeOf(descriptor)) === path;
    } catch (error) {
      if (hasCode(error, 'ENAMETOOLONG')) return false;
      throw error;
    }
  }

  entries(): Dirent[] {
    return readdirSync(this.place, { withFileTypes: true });
  }

  isBelow(root: DescriptorFolder): boolean {
    const [own, outer] = [this.path(), root.path()];
    return own === outer || own.startsWith(outer === '/' ? outer : `${outer}/`);
  }

  stats(): Stats {
    return fstatSync(this.descriptor);
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** Where the folder is now, as the system knows it. */
  private path(): string {
    return (this.known = readlinkSync(this.place));
  }
}

class PinnedDescriptor implements PinnedEntry {
  readonly stats: Stats;

  constructor(private readonly descriptor: number) {
    try {
      this.stats = fstatSync(descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  open(flags: number): number {
    return openSync(placeOf(this.descriptor), flags);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

function openFolder(path: string): number {
  return openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}

/** Returns whether descriptors are places here: `/proc` is mounted and shows this process. */
export function canUseDescriptors(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const descriptor = openSync(folder, O_PATH | constants.O_DIRECTORY);
    try {
      return identityOf(statSync(`${placeOf(descriptor)}/.`)) === identityOf(fstatSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}

function placeOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

/** Device and inode in one text. */
export function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
