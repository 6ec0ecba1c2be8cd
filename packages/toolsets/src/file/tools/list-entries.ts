import { ToolResult, type RunContext } from '@haft/core';
import { hasCode, type Folder } from '../beneath/folder.js';
import { entryOf, type Entry } from '../entry.js';
import { fittingLines } from '../text/fitting-lines.js';
import { pathPattern } from '../tree/pattern-test.js';
import { rulesAt } from '../tree/rules-at.js';
import { oneLine } from '../../readable/one-line.js';
import { Turns } from '../../turns.js';
import { walkTree, type TreeEntry } from '../tree/walk-tree.js';
import type { Place, Workspace } from '../workspace.js';

/** Entries of a folder. */
export interface EntryList {
  /** Sorted by path, each folder before its entries. */
  entries: Entry[];
  /** Whether there are more entries than the limit. */
  truncated: boolean;
}

/** Which entries are listed. */
export interface ListQuery {
  readonly path: string;
  /** Levels of folders. Undefined: as deep as the pattern reaches, else one. */
  readonly depth: number | undefined;
  readonly pattern: string | undefined;
  /** Undefined: all for a program, and those that fit for a model. */
  readonly limit: number | undefined;
}

/** Entries that are reported at a time. */
const BATCH = 200;
/** The JSON of more entries is too large for a program, which gets an error then. */
const MOST_ENTRIES = 30_000;
/** Entries that a model reads if it asks for no number. */
const USUAL_ENTRIES = 1_000;
/** Levels of folders that are listed. */
const DEEPEST = 20;

/**
 * Lists the entries of a folder.
 *
 * @yields entries as they are found, each once
 */
export async function* listEntries(
  workspace: Workspace,
  query: ListQuery,
  run: RunContext<never>,
): AsyncGenerator<Entry[], ToolResult<EntryList>> {
  const place = workspace.find(query.path);
  const found = place === undefined ? rootList(workspace) : yield* entriesBelow(workspace, place, query, run);
  return new ToolResult({ value: found.list, content: textFor(found, query, workspace.options.maxCharacters) });
}

interface FoundEntries {
  readonly list: EntryList;
  /** Levels of folders that were listed. */
  readonly depth: number;
}

async function* entriesBelow(
  workspace: Workspace,
  place: Place,
  { pattern, depth: asked, limit = MOST_ENTRIES }: ListQuery,
  run: RunContext<never>,
): AsyncGenerator<Entry[], FoundEntries> {
  const { takes, least, most } = pathPattern(pattern, place.names, place.root.name);
  // A smaller depth than the pattern has could find nothing.
  const depth = Math.min(DEEPEST, Math.max(asked ?? most, least));
  const turns = new Turns(run.signal);
  const rules = rulesAt(workspace, place);
  const folder = workspace.openFolder(place, run);
  const entries: Entry[] = [];
  let reported = 0;
  try {
    const isDenied = (names: readonly string[]): boolean => workspace.isDenied(names);
    for (const one of walkTree(folder, { names: place.names, depth, rules, isDenied })) {
      if (turns.isOver) await turns.pass();
      if (one === undefined || !takes(one.names)) continue;
      const entry = factsOf(one, place.root.name);
      if (entry === undefined) continue;
      if (entries.length === limit) return { list: { entries, truncated: true }, depth };
      entries.push(entry);
      if (entries.length - reported < BATCH) continue;
      yield entries.slice(reported);
      reported = entries.length;
    }
    return { list: { entries, truncated: false }, depth };
  } finally {
    folder.close();
  }
}

function rootList({ options }: Workspace): FoundEntries {
  const entries = [...options.roots.keys()].sort().map((name): Entry => ({ path: name, type: 'directory', size: 0 }));
  return { list: { entries, truncated: false }, depth: 1 };
}

/** Writes an entry a line: folders end in `/`, files have their size. */
function textFor({ list, depth }: FoundEntries, { path, pattern, limit }: ListQuery, mostCharacters: number): string {
  const { entries, truncated } = list;
  const levels = depth === 1 ? '1 level' : `${depth} levels`;
  if (entries.length === 0 && pattern === undefined) return `${path} has no entries.`;
  if (entries.length === 0) return `No entry of ${path} matches ${pattern}, ${levels} deep.`;
  const most = { lines: limit ?? USUAL_ENTRIES, characters: mostCharacters };
  const { text, shown } = fittingLines(entries.map(lineOf), most);
  if (shown === entries.length && !truncated) return text;
  const left = truncated ? 'There are more' : `${entries.length - shown} more`;
  return `${text}\n(${left}. Use a pattern, another path or limit.)`;
}

function lineOf({ path, type, size }: Entry): string {
  const name = oneLine(path);
  if (type === 'directory') return `${name}/`;
  return type === 'file' ? `${name} ${size}` : `${name} (${type})`;
}

function factsOf({ folder, entry, names }: TreeEntry, root: string): Entry | undefined {
  const path = [...(root === '' ? [] : [root]), ...names].join('/');
  if (entry.isDirectory()) return { path, type: 'directory', size: 0 };
  if (!entry.isFile()) return { path, type: entry.isSymbolicLink() ? 'link' : 'other', size: 0 };
  const pinned = pinIfThere(folder, entry.name);
  pinned?.close();
  return pinned && entryOf(path, pinned.stats);
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
