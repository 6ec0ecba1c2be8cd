import { opendir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Glob } from '../../file/tree/glob.js';
import type { AddedDocument, AddOptions, KnowledgeBase } from '../knowledge-base.js';
import { readDocument, UnreadableDocument, type DocumentReader } from './read-document.js';

/** A step of adding a folder. */
export interface FolderProgress {
  readonly source: string;
  readonly change: AddedDocument['change'] | 'removed' | 'skipped';
  /** The files that are finished. */
  readonly done: number;
  /** All files of the folder. */
  readonly total: number;
}

/** Options of `KnowledgeBase.addFolder`. */
export interface FolderOptions extends Omit<AddOptions, 'title'> {
  /** The first part of the sources. Default: the name of the folder. */
  readonly name?: string;
  /** Patterns of paths to add, such as `**` + `/*.md`. Default: all files. */
  readonly include?: readonly string[];
  /** Patterns of paths to leave out. Default: `.git` and `node_modules`. */
  readonly exclude?: readonly string[];
  /** Whether documents are removed whose files are gone. Default: true. */
  readonly removeMissing?: boolean;
  /** Is called after each file. */
  readonly onProgress?: (progress: FolderProgress) => void;
}

/** The outcome of adding a folder. */
export interface FolderReport {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Files that are not in the knowledge base, with the reason. */
  readonly skipped: readonly { readonly source: string; readonly reason: string }[];
}

/** Adds the text files of a folder, four at a time, and removes documents without a file. */
export async function addFolder(
  knowledge: KnowledgeBase,
  folder: string,
  { options, reader }: { readonly options: FolderOptions; readonly reader: DocumentReader },
): Promise<FolderReport> {
  knowledge.owner(options);
  const name = options.name ?? basename(resolve(folder));
  const paths = await filesBelow(folder, options);
  const counts = { added: 0, updated: 0, unchanged: 0 };
  const skipped: { source: string; reason: string }[] = [];
  let done = 0;
  const add = async (path: string): Promise<void> => {
    options.signal?.throwIfAborted();
    const source = `${name}/${path}`;
    const change = await addOne(source, path);
    done += 1;
    options.onProgress?.({ source, change, done, total: paths.length });
  };
  const addOne = async (source: string, path: string): Promise<AddedDocument['change'] | 'skipped'> => {
    try {
      const { text, title } = await readDocument(join(folder, path), reader);
      const { change } = await knowledge.addText(source, text, { ...options, title });
      counts[change] += 1;
      return change;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      skipped.push({ source, reason });
      return 'skipped';
    }
  };
  await inTurns(paths, add);
  // A skipped file must not leave its old text behind.
  const kept = new Set(
    paths.map((path) => `${name}/${path}`).filter((one) => !skipped.some(({ source }) => source === one)),
  );
  const missing = options.removeMissing === false ? [] : await sourcesWithout(knowledge, name, { options, kept });
  for (const source of missing) {
    await knowledge.remove(source, options);
    options.onProgress?.({ source, change: 'removed', done, total: paths.length });
  }
  return { ...counts, removed: missing.length, skipped };
}

async function filesBelow(folder: string, { include, exclude = EXCLUDED }: FolderOptions): Promise<readonly string[]> {
  const wanted = include?.map((pattern) => new Glob(pattern));
  const unwanted = exclude.map((pattern) => new Glob(pattern));
  const files: string[] = [];
  const walk = async (names: readonly string[]): Promise<void> => {
    for await (const entry of await opendir(join(folder, ...names))) {
      const path = [...names, entry.name];
      if (unwanted.some((glob) => glob.test(path))) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && (wanted?.some((glob) => glob.test(path)) ?? true)) files.push(path.join('/'));
    }
  };
  await walk([]);
  return files.sort();
}

/** Returns the documents of the folder whose files are gone. */
async function sourcesWithout(
  knowledge: KnowledgeBase,
  name: string,
  { options, kept }: { readonly options: FolderOptions; readonly kept: ReadonlySet<string> },
): Promise<readonly string[]> {
  const missing: string[] = [];
  const prefix = `${name}/`;
  let after = prefix;
  for (;;) {
    const page = await knowledge.list(options, { limit: 500, after });
    for (const { source } of page) if (source.startsWith(prefix) && !kept.has(source)) missing.push(source);
    const last = page.at(-1)?.source;
    if (!last?.startsWith(prefix)) return missing;
    after = last;
  }
}

async function inTurns(paths: readonly string[], add: (path: string) => Promise<void>): Promise<void> {
  const queue = paths.values();
  const turn = async (): Promise<void> => {
    for (const path of queue) await add(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}

/** Returns why a file is left out. Undefined for errors of the store and the embeddings. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnreadableDocument) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'EACCES' || code === 'ELOOP' ? `cannot be opened (${code})` : undefined;
}

const AT_ONCE = 4;
const EXCLUDED = ['**/.git', '**/node_modules'];
