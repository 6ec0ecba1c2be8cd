import { ModelRetry, ToolResult, type RunContext } from '@haft/core';
import { hasCode, type Folder } from '../beneath/folder.js';
import { entryOf, type Entry } from '../entry.js';
import { entriesText } from '../text/entries-text.js';
import { meantPath, takesIn, type MeantPath } from '../tree/files-at.js';
import { rulesAt } from '../tree/rules-at.js';
import { Turns } from '../../turns.js';
import { walkTree, type TreeEntry } from '../tree/walk-tree.js';
import type { Workspace } from '../workspace.js';

/** Entries of a folder, or all that a pattern takes. */
export interface EntryList {
  /** Sorted by path, each folder before its entries. */
  entries: Entry[];
  /** Whether folders have entries that are not listed. A pattern such as `src/**` lists all. */
  truncated: boolean;
}

/** Which entries are listed. */
export interface ListQuery {
  /** A folder, a file or a pattern. */
  readonly path: string;
  /** Whether to list when entries were changed. */
  readonly times: boolean;
}

/** Entries that are reported at a time. */
const BATCH = 200;
/** The JSON of more entries is too large for a program. */
const MOST_ENTRIES = 30_000;
/** A folder is listed as deep as so many entries allow, but at least one level. */
const USUAL_ENTRIES = 200;
/** Levels of folders of a workspace that are listed without a pattern. */
const DEEPEST = 20;

/**
 * Lists the entries of a folder, or those that a pattern takes.
 *
 * @yields entries as they are found, each once
 * @throws {ModelRetry} if there are too many
 */
export async function* listEntries(
  workspace: Workspace,
  query: ListQuery,
  run: RunContext<never>,
): AsyncGenerator<Entry[], ToolResult<EntryList>> {
  const meant = meantPath(workspace, query.path, run);
  const file = meant.pattern === undefined ? fileAt(workspace, query, run) : undefined;
  const value: EntryList =
    file === undefined
      ? yield* foundEntries({ workspace, query, run, turns: new Turns(run.signal) }, meant)
      : { entries: [file], truncated: false };
  return new ToolResult({ value, content: entriesText(value, query, workspace.options.maxCharacters) });
}

interface Listing {
  readonly workspace: Workspace;
  readonly query: ListQuery;
  readonly run: RunContext<never>;
  readonly turns: Turns;
}

async function* foundEntries(listing: Listing, meant: MeantPath): AsyncGenerator<Entry[], EntryList> {
  const { path } = listing.query;
  const entries = yield* entriesBelow(listing, meant, { depth: meant.pattern?.most ?? 1, most: MOST_ENTRIES });
  if (entries === undefined) throw new ModelRetry(`${path} has over ${MOST_ENTRIES} entries. Use a narrower pattern.`);
  if (meant.pattern !== undefined) return { entries, truncated: false };
  let deepest = entries;
  for (let depth = 2; depth <= DEEPEST && deepest.some(isFolder); depth++) {
    const next = await endOf(entriesBelow(listing, meant, { depth, most: USUAL_ENTRIES }));
    if (next === undefined) return { entries: deepest, truncated: true };
    if (next.length === deepest.length) break;
    deepest = next;
  }
  return { entries: deepest, truncated: false };
}

function isFolder({ type }: Entry): boolean {
  return type === 'directory';
}

async function endOf<Result>(generator: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await generator.next();
    if (done === true) return value;
  }
}

/** @returns undefined if there are more than `most` */
async function* entriesBelow(
  { workspace, query, run, turns }: Listing,
  { places, pattern }: MeantPath,
  { depth, most }: { readonly depth: number; readonly most: number },
): AsyncGenerator<Entry[], Entry[] | undefined> {
  const entries: Entry[] = [];
  const isDenied = (names: readonly string[]): boolean => workspace.isDenied(names);
  let reported = 0;
  for (const place of places) {
    const takes = takesIn(place, pattern);
    // The folder of a pattern is part of its depth, and named roots are entries themselves.
    const outer = pattern === undefined ? 0 : place.path === '.' ? 0 : place.path.split('/').length;
    const isListedRoot = pattern === undefined && places.length > 1;
    if (isListedRoot) entries.push({ path: place.path, type: 'directory', size: 0 });
    const levels = depth - outer - (isListedRoot ? 1 : 0);
    if (levels < 1) continue;
    const folder = workspace.openFolder(place, run);
    try {
      const rules = rulesAt(workspace, place);
      for (const one of walkTree(folder, { names: place.names, depth: levels, rules, isDenied })) {
        if (turns.isOver) await turns.pass();
        if (one === undefined || !takes(one.names)) continue;
        const entry = factsOf(one, place.root.name, query.times);
        if (entry === undefined) continue;
        if (entries.length === most) return undefined;
        entries.push(entry);
        if (entries.length - reported < BATCH) continue;
        yield entries.slice(reported);
        reported = entries.length;
      }
    } finally {
      folder.close();
    }
  }
  return entries;
}

/** Returns the entry of a path that is not a folder. */
function fileAt(workspace: Workspace, { path, times }: ListQuery, run: RunContext<never>): Entry | undefined {
  const place = workspace.find(path);
  const name = place?.names.at(-1);
  if (place === undefined || name === undefined) return undefined;
  const folder = workspace.openParent(place, run);
  try {
    const entry = folder.pin(name);
    if (entry === undefined) throw workspace.missing(place, folder, run);
    entry.close();
    if (entry.stats.isSymbolicLink()) throw workspace.linked(place, folder);
    return entry.stats.isDirectory() ? undefined : entryOf(place.path, entry.stats, times);
  } finally {
    folder.close();
  }
}

function factsOf({ folder, entry, names }: TreeEntry, root: string, times: boolean): Entry | undefined {
  const path = [...(root === '' ? [] : [root]), ...names].join('/');
  if (!times && entry.isDirectory()) return { path, type: 'directory', size: 0 };
  const pinned = pinIfThere(folder, entry.name);
  pinned?.close();
  return pinned && entryOf(path, pinned.stats, times);
}

/** A file may be gone since its folder was read. */
function pinIfThere(folder: Folder, name: string): ReturnType<Folder['pin']> {
  try {
    return folder.pin(name);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}
