import { posix } from 'node:path';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { nearest } from '@haft/schema/internal';
import { fileOrder } from '../file-order.js';
import { explainError } from './beneath/explain-error.js';
import type { Folder } from './beneath/folder.js';
import { relativeTo } from './beneath/is-within.js';
import { openBelow, type DeadEnd } from './beneath/open-below.js';
import { isAbsolutePath, leavesWorkspace, parsePath } from './beneath/parse-path.js';
import type { ConfinedRoot, FileOptions } from './file-options.js';
import { RemovedPlaces } from './removed-places.js';
import { splitRange } from './text/line-range.js';
import { toolSentence } from './text/tool-sentence.js';
import { foldName } from './tree/fold-name.js';
import { IgnoreList } from './tree/ignore-list.js';
import { pathPattern } from './tree/path-pattern.js';

/** Any context: the file tools use no dependencies of the run. */
type Run = RunContext<never>;

/** A place in a root that a path names. Nothing need exist there. */
export interface Place {
  /** As the model should write it: without `.`, `..` and double separators. */
  readonly path: string;
  readonly root: ConfinedRoot;
  /** From the root on, none for the root itself. */
  readonly names: readonly string[];
}

/** Opens the folders and files that a model names. Every file tool gets its folders here. */
export class Workspace {
  private readonly denied: IgnoreList;
  private readonly protected: IgnoreList;
  /** The entries that calls deleted and moved. */
  readonly removed = new RemovedPlaces();

  constructor(readonly options: FileOptions) {
    this.denied = new IgnoreList(options.deny, foldName);
    this.protected = new IgnoreList(options.protect, foldName);
  }

  /**
   * Finds the place of a path. Looks at no file.
   *
   * @returns undefined for the folder above several named roots
   * @throws {ModelRetry} if the path leaves the roots or cannot be a path
   * @throws {ToolFailed} if the settings deny it
   */
  find(path: string): Place | undefined {
    const names = this.namesOf(path);
    const place = this.placeOf(path, names);
    if (place !== undefined && this.isDenied(place.names)) {
      throw new ToolFailed(`Access to ${place.path} is not allowed.`);
    }
    return place;
  }

  /**
   * Finds a place in a root, as `find` does.
   *
   * @throws {ModelRetry} also for the root itself and the folder above named roots
   */
  findEntry(path: string): Place {
    const place = this.find(path);
    if (place !== undefined && place.names.length > 0) return place;
    throw new ModelRetry(`${path} is the workspace, not a file in it.`);
  }

  /**
   * Finds a place that a tool is going to change, as `findEntry` does.
   *
   * @throws {ToolFailed} also if the settings do not let it change
   */
  findToChange(path: string): Place {
    const place = this.find(path);
    if (place === undefined || place.names.length === 0) {
      throw new ToolFailed('The workspace itself cannot be changed.');
    }
    if (place.root.readOnly) throw new ToolFailed(`${place.path} is read-only.`);
    if (takesAny(this.protected, place.names)) throw new ToolFailed(`${place.path} is protected against changes.`);
    return place;
  }

  /**
   * Begins the turn of a call. It sees what earlier calls wrote, and later calls see what it
   * writes.
   *
   * @param paths - the files and folders that the call uses, with everything in them. They can have
   *   wildcards and lines
   * @returns ends the turn
   * @throws the reason of the signal if the call is cancelled meanwhile
   */
  async begin(paths: readonly string[], { changes, run }: { readonly changes: boolean; readonly run: Run }) {
    const keys = paths.flatMap((path) => this.keysOf(splitRange(path).path));
    return fileOrder.begin({ keys, changes, run: run.runId }, run.signal);
  }

  /** Does the work of a call in its turn, see `begin`. */
  async inTurn<Result>(
    paths: readonly string[],
    options: { readonly changes: boolean; readonly run: Run },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const end = await this.begin(paths, options);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Returns whether the settings hide a path. The names begin at a root. */
  isDenied(names: readonly string[]): boolean {
    return takesAny(this.denied, names);
  }

  /** Returns whether the settings protect a path. The names begin at a root. */
  isProtected(names: readonly string[]): boolean {
    return takesAny(this.protected, names);
  }

  /**
   * Opens the folder that a place is in, and gives it to `use` with the name of the place.
   *
   * @param options - `create`: whether missing folders on the way are made
   * @throws {ModelRetry} if a folder on the way is missing, a link or a file
   */
  async inFolder<Result>(
    place: Place,
    { run, create = false }: { readonly run: Run; readonly create?: boolean },
    use: (folder: Folder, name: string) => Result | Promise<Result>,
  ): Promise<Result> {
    const folder = this.open(place, { names: place.names.slice(0, -1), create, run });
    try {
      return await use(folder, place.names.at(-1) ?? '');
    } catch (error) {
      throw explainError(error, place.path);
    } finally {
      folder.close();
    }
  }

  /**
   * Opens a place that must be a folder. The caller closes it.
   *
   * @throws {ModelRetry} if it is missing, a link or a file
   */
  openFolder(place: Place, run: Run): Folder {
    return this.open(place, { names: place.names, create: false, run });
  }

  /**
   * Opens the folder that a place is in. The caller closes it.
   *
   * @throws {ModelRetry} if a folder on the way is missing, a link or a file
   */
  openParent(place: Place, run: Run): Folder {
    return this.open(place, { names: place.names.slice(0, -1), create: false, run });
  }

  /** Returns whether a path names an entry. A path that cannot be used names none. */
  exists(path: string, run: Run): boolean {
    try {
      const place = this.find(path);
      if (place === undefined || place.names.length === 0) return true;
      const folder = this.openParent(place, run);
      try {
        return folder.look(place.names.at(-1) ?? '') !== undefined;
      } finally {
        folder.close();
      }
    } catch {
      return false;
    }
  }

  /** Returns the error for a place that is not there. */
  missing(place: Place, folder: Folder, run: Run): ModelRetry {
    return this.missingAt(place, { folder, names: place.names }, run);
  }

  /** Returns the error for a place that is a link: no tool follows one. */
  linked(place: Place, folder: Folder): ModelRetry {
    return this.linkedAt(place, { folder, names: place.names });
  }

  /** The folder above named roots is all of them. A path that cannot be used has none. */
  private keysOf(path: string): readonly string[] {
    let place: Place | undefined;
    try {
      place = this.find(pathPattern(path)?.base ?? path);
    } catch {
      return [];
    }
    const places =
      place === undefined ? [...this.options.roots.values()].map((root) => ({ root, names: [] })) : [place];
    return places.map(({ root, names }) => foldName([root.path, ...names, ''].join('/')));
  }

  private namesOf(path: string): readonly string[] {
    try {
      return parsePath(path);
    } catch (error) {
      throw (isAbsolutePath(path) ? this.absolute(path) : undefined) ?? error;
    }
  }

  /** Says how an absolute path into a root is written. A model that has the path knows the root. */
  private absolute(path: string): ModelRetry | undefined {
    if (path === '/') return new ModelRetry('Absolute paths are not allowed: /. Use . for the workspace.');
    for (const { name, path: root } of this.options.roots.values()) {
      const inside = relativeTo(path, root);
      if (inside === undefined) continue;
      return new ModelRetry(`Absolute paths are not allowed: ${path}. Use ${posix.join(name, inside)}.`);
    }
    return undefined;
  }

  private placeOf(path: string, names: readonly string[]): Place | undefined {
    const { roots } = this.options;
    const only = roots.get('');
    if (only !== undefined) return { root: only, names, path: names.join('/') || '.' };
    const [first, ...inside] = names;
    if (first === undefined) return undefined;
    const root = roots.get(first);
    if (root !== undefined) return { root, names: inside, path: names.join('/') };
    throw new ModelRetry(`There is no ${path}. Paths begin with one of: ${[...roots.keys()].join(', ')}.`);
  }

  private open(place: Place, { names, create, run }: { names: readonly string[]; create: boolean; run: Run }): Folder {
    try {
      return openBelow(place.root, names, {
        create,
        deadEnd: (end) => this.deadEnd(place, end, run),
        moved: () => leavesWorkspace(place.path),
      });
    } catch (error) {
      throw explainError(error, place.path);
    }
  }

  private deadEnd(place: Place, end: DeadEnd, run: Run): ModelRetry {
    if (end.found === 'nothing') return this.missingAt(place, end, run);
    if (end.found === 'link') return this.linkedAt(place, end);
    return new ModelRetry(`${shown(place.root, end.names)} is a file, not a folder.`);
  }

  private missingAt(place: Place, { folder, names }: Pick<DeadEnd, 'folder' | 'names'>, run: Run): ModelRetry {
    const removed = this.removed.find(place, run);
    if (removed !== undefined) return new RemovedEntry(place.path, removed.to);
    const outer = names.slice(0, -1);
    const existing = folder.entries().map(({ name }) => name);
    const allowed = existing.filter((name) => !this.isDenied([...outer, name])).sort();
    const near = nearest(names.at(-1) ?? '', allowed);
    const rest = place.names.slice(names.length);
    const didYouMean = near === undefined ? '' : ` Did you mean ${shown(place.root, [...outer, near, ...rest])}?`;
    return new ModelRetry(`There is no ${place.path}.${didYouMean}${toolSentence(run, 'list', 'to see what exists')}`);
  }

  private linkedAt(place: Place, { folder, names }: Pick<DeadEnd, 'folder' | 'names'>): ModelRetry {
    const target = targetWithin(folder.linkTarget(names.at(-1) ?? ''), names);
    if (target === undefined) return leavesWorkspace(place.path);
    const path = shown(place.root, [...target, ...place.names.slice(names.length)]);
    return new ModelRetry(`${shown(place.root, names)} is a link, and links are not followed. Use ${path}.`);
  }
}

/** The error for a place that an earlier call of the run deleted, or moved to another path. */
export class RemovedEntry extends ModelRetry {
  constructor(
    path: string,
    readonly to: string | undefined,
  ) {
    super(`There is no ${path}: an earlier call ${to === undefined ? 'deleted it' : `moved it to ${to}`}.`);
  }
}

/** A pattern that takes a folder takes everything in it. */
function takesAny(list: IgnoreList, names: readonly string[]): boolean {
  if (list.isEmpty) return false;
  return names.some((_, index) => list.test(names.slice(0, index + 1), true) === true);
}

function shown(root: ConfinedRoot, names: readonly string[]): string {
  return [...(root.name === '' ? [] : [root.name]), ...names].join('/') || '.';
}

/** Where a link leads, if that is in the same root as far as its text says. */
function targetWithin(target: string | undefined, names: readonly string[]): readonly string[] | undefined {
  if (target === undefined || isAbsolutePath(target)) return undefined;
  try {
    return parsePath([...names.slice(0, -1), target].join('/'));
  } catch {
    return undefined;
  }
}
