import { ModelRetry, type RunContext } from '@haft/core';
import { Turns } from '../../turns.js';
import { toolSentence } from '../text/tool-sentence.js';
import type { Place, Workspace } from '../workspace.js';
import { pathPattern, type PathPattern } from './path-pattern.js';
import { filesBelow } from './searched-files.js';

/** Files that a pattern may take. Reading or changing more takes too long for one call. */
const MOST_FILES = 1_000;

/** A path of a model: the path itself, or what its wildcards say. */
export interface MeantPath {
  /** Where the files are. */
  readonly places: readonly Place[];
  /** Undefined for a plain path. */
  readonly pattern: PathPattern | undefined;
}

/**
 * Returns what a path of a model means. A name with brackets is a plain path if such a file exists.
 *
 * @throws {ModelRetry} if it cannot be a path
 * @throws {ToolFailed} if the settings deny it
 */
export function meantPath(workspace: Workspace, path: string, run: RunContext<never>): MeantPath {
  const wildcards = pathPattern(path);
  const pattern = wildcards !== undefined && workspace.exists(path, run) ? undefined : wildcards;
  return { places: placesAt(workspace, pattern?.base ?? path), pattern };
}

/** Above named roots, all of them. */
function placesAt(workspace: Workspace, path: string): readonly Place[] {
  const place = workspace.find(path);
  if (place !== undefined) return [place];
  return [...workspace.options.roots.values()].map((root) => ({ root, names: [], path: root.name }));
}

/** Returns the test of a pattern for names from the root of a place on. */
export function takesIn({ root }: Place, pattern: PathPattern | undefined): (names: readonly string[]) => boolean {
  if (pattern === undefined) return () => true;
  return root.name === '' ? pattern.takes : (names) => pattern.takes([root.name, ...names]);
}

/**
 * Returns the files of a path: the file itself, or all that a pattern takes, sorted.
 *
 * @throws {ModelRetry} if a pattern takes no file, or too many
 */
export async function filesAt(workspace: Workspace, path: string, run: RunContext<never>): Promise<readonly Place[]> {
  const { places, pattern } = meantPath(workspace, path, run);
  if (pattern === undefined) return [workspace.findEntry(path)];
  const turns = new Turns(run.signal);
  const files: Place[] = [];
  for (const place of places) {
    for (const file of filesBelow({ workspace, place, takes: takesIn(place, pattern), run })) {
      if (turns.isOver) await turns.pass();
      if (file === undefined) continue;
      if (files.length === MOST_FILES) {
        throw new ModelRetry(`${path} takes more than ${MOST_FILES} files. Use a narrower pattern.`);
      }
      files.push({ root: place.root, names: file.names, path: file.path });
    }
  }
  if (files.length > 0) return files;
  throw new ModelRetry(`No file matches ${path}.${toolSentence(run, 'list', 'to see what exists')}`);
}
