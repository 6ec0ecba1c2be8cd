import { constants, lstatSync, readlinkSync, type Dirent, type Stats } from 'node:fs';

/** The flags of `open`. Windows lacks some of them. */
export const FLAGS: Readonly<Record<string, number | undefined>> = constants;

/** How a file is opened for reading: not through a link, and never waiting for a pipe. */
export const READ_FILE =
  constants.O_RDONLY | (FLAGS['O_NOFOLLOW'] ?? 0) | (FLAGS['O_NONBLOCK'] ?? 0) | (FLAGS['O_NOCTTY'] ?? 0);

/**
 * An open folder. Everything that is done to a name in it goes to this folder, also if its path
 * leads elsewhere by now. No operation follows a link.
 */
export interface Folder {
  /** The path under which the system finds this folder. Valid until `close()`. */
  readonly place: string;
  /**
   * Returns the path under which the system finds a name in this folder. Valid until `close()`.
   *
   * @param name - one name: no separator, not `.` or `..`
   */
  at(name: string): string;
  /**
   * Opens a folder in this one.
   *
   * @throws an error of Node: `ENOENT`, or `ENOTDIR` or `ELOOP` for a link or a file
   */
  enter(name: string): Folder;
  /** Returns a fixed entry, or `undefined` if there is none. Opens no file and follows no link. */
  pin(name: string): PinnedEntry | undefined;
  /** Returns the facts of an entry, or `undefined` if there is none. Follows no link. */
  look(name: string): Stats | undefined;
  /** Returns the target of a link as it is written, or `undefined` for other entries. */
  linkTarget(name: string): string | undefined;
  /**
   * Opens an entry that is expected to be a file, without `pin`. The caller checks the file and
   * closes it.
   *
   * @throws an error of Node, also for a link
   */
  openFile(name: string): number;
  /**
   * Returns whether a file that was opened under a name of this folder has this name now, and had
   * it ever since. False if the platform cannot tell.
   */
  showsName(descriptor: number, name: string): boolean;
  /** Returns the entries, unsorted. */
  entries(): Dirent[];
  /** Returns whether this folder is below another one now. */
  isBelow(root: Folder): boolean;
  /** Returns the facts of the folder itself. */
  stats(): Stats;
  close(): void;
}

/** One entry of a folder: whatever its name means later, this is still the same entry. */
export interface PinnedEntry {
  readonly stats: Stats;
  /**
   * Opens the entry itself. The caller closes the descriptor.
   *
   * @throws {ModelRetry} if the name means another entry now and the platform cannot fix entries
   */
  open(flags: number): number;
  close(): void;
}

/**
 * Checks a name that is put behind the path of a folder. Names come from `parsePath` or from the
 * file system,
 * so that another one is a mistake of the caller.
 */
export function requireName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) {
    throw new Error(`Not a name in a folder: ${JSON.stringify(name)}`);
  }
  return name;
}

/** Returns whether an error of Node has one of the codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** Returns the facts of an entry, or `undefined` if there is none. */
export function lookAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Returns the target of a link, or `undefined` for anything else. */
export function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (hasCode(error, 'EINVAL', 'ENOENT', 'UNKNOWN')) return undefined;
    throw error;
  }
}
