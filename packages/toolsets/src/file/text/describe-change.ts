import { oneLine } from '../../readable/one-line.js';
import type { DeletedEntries } from '../tools/delete-entry.js';
import type { MovedEntry } from '../tools/move-entry.js';
import type { WriteMode, WrittenFile } from '../tools/write-text.js';

/** Writes what a tool changed as one line. */
export const describeChange = {
  written({ path, bytes, created }: WrittenFile, mode: WriteMode): string {
    const done = created ? 'created' : mode === 'append' ? 'appended to' : 'replaced';
    return `${oneLine(path)} ${done}, ${bytes} bytes.`;
  },

  moved({ from, to, replaced }: MovedEntry): string {
    return `${oneLine(from)} moved to ${oneLine(to)}${replaced ? ', which was replaced' : ''}.`;
  },

  deleted({ path, deleted }: DeletedEntries): string {
    if (deleted === 0) return `${oneLine(path)} was deleted by an earlier call.`;
    return `${oneLine(path)} deleted${deleted === 1 ? '' : `, ${deleted} entries in all`}.`;
  },
};
