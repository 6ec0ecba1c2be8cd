import type { RunContext } from '@haft/core';
import type { Stats } from 'node:fs';
import type { Place, Workspace } from './workspace.js';
import { commitBytes, dropStaged, stageBytes, writeBytes } from './write-bytes.js';

/** A file that gets other bytes. */
export interface FileChange {
  readonly place: Place;
  /** The file as it was when it was read. */
  readonly stats: Stats;
  readonly before: Buffer;
  readonly after: Buffer;
}

/**
 * Replaces several files, all or none. All new files are written before the first one takes its
 * name. If one cannot, those before it get their old content back.
 *
 * @throws as `writeBytes` does
 */
export async function replaceFiles(
  workspace: Workspace,
  changes: readonly FileChange[],
  run: RunContext<never>,
): Promise<void> {
  const staged: { readonly change: FileChange; readonly temporary: string }[] = [];
  /** The new files, so that an undo replaces none that another program changed since. */
  const done = new Map<FileChange, Stats | undefined>();
  const settings = { options: workspace.options, run };
  try {
    for (const change of changes) {
      const temporary = await workspace.inFolder(change.place, { run }, (folder, name) =>
        stageBytes({ folder, name, path: change.place.path, before: change.stats }, change.after, settings),
      );
      staged.push({ change, temporary });
    }
    for (const { change, temporary } of staged) {
      const { place, stats } = change;
      await workspace.inFolder(place, { run }, (folder, name) => {
        commitBytes({ folder, name, path: place.path, before: stats }, temporary);
        done.set(change, folder.look(name));
      });
    }
  } catch (error) {
    for (const { change, temporary } of staged) await undo(change, temporary);
    throw error;
  }

  async function undo(change: FileChange, temporary: string): Promise<void> {
    const { place, before } = change;
    try {
      await workspace.inFolder(place, { run }, async (folder, name) => {
        if (!done.has(change)) {
          dropStaged(folder, temporary);
          return;
        }
        const target = { folder, name, path: place.path, before: done.get(change) };
        await writeBytes(target, before, { ...settings, isUndo: true });
      });
    } catch {
      // Its folder is gone, or another program changed it since. The first error says more.
    }
  }
}
