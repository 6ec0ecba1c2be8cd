import { mkdirSync } from 'node:fs';
import { DescriptorFolder } from './descriptor-folder.js';
import { hasCode, type Folder } from './folder.js';
import { PathFolder } from './path-folder.js';

/** A folder that the application opened to tools. */
export interface RootPlace {
  /** Absolute, without links. */
  readonly path: string;
  /** Whether it is opened as a descriptor. */
  readonly confined: boolean;
}

/** Where the way to a folder ends too early. */
export interface DeadEnd {
  /** The last folder that could be opened. Open only while the error is made. */
  readonly folder: Folder;
  /** From the root on, up to the name that is not a folder. */
  readonly names: readonly string[];
  readonly found: 'nothing' | 'link' | 'file';
}

/** How `openBelow` opens. */
export interface OpenOptions {
  /** Whether missing folders are made. */
  readonly create?: boolean;
  /** Returns the error for a way that ends too early. */
  readonly deadEnd: (end: DeadEnd) => Error;
  /** Returns the error for a folder that was moved out of the root meanwhile. */
  readonly moved: () => Error;
}

/**
 * Opens a folder below a root, name by name from the root on. No name may be a link, so that the
 * way cannot lead out. The caller closes the folder.
 *
 * @throws the errors that `deadEnd` and `moved` return, and errors of Node
 */
export function openBelow(root: RootPlace, names: readonly string[], options: OpenOptions): Folder {
  const opened: Folder[] = [openRoot(root)];
  try {
    for (const index of names.keys()) {
      const outer = opened.at(-1) as Folder;
      opened.push(enter(outer, names.slice(0, index + 1), options));
      if (opened.length > 2) opened.splice(1, 1)[0]?.close();
    }
    const last = opened.at(-1) as Folder;
    if (!last.isBelow(opened[0] as Folder)) throw options.moved();
    opened.pop();
    return last;
  } finally {
    for (const folder of opened) folder.close();
  }
}

/** Opens a folder as `openBelow` does. Returns undefined if that fails. */
export function openQuietly(root: RootPlace, names: readonly string[]): Folder | undefined {
  const gone = (): Error => new Error('The folder is gone.');
  try {
    return openBelow(root, names, { deadEnd: gone, moved: gone });
  } catch {
    return undefined;
  }
}

/** Opens the root itself. */
export function openRoot({ path, confined }: RootPlace): Folder {
  return confined ? DescriptorFolder.open(path) : PathFolder.open(path);
}

function enter(folder: Folder, names: readonly string[], options: OpenOptions): Folder {
  const name = names.at(-1) ?? '';
  try {
    return folder.enter(name);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      if (options.create !== true) throw options.deadEnd({ folder, names, found: 'nothing' });
      makeFolder(folder, name);
      return enter(folder, names, { ...options, create: false });
    }
    if (!hasCode(error, 'ENOTDIR', 'ELOOP')) throw error;
    throw options.deadEnd({ folder, names, found: folder.look(name)?.isSymbolicLink() === true ? 'link' : 'file' });
  }
}

function makeFolder(folder: Folder, name: string): void {
  try {
    mkdirSync(folder.at(name));
  } catch (error) {
    // Another call made it first. If it is a link, the next step finds out.
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
