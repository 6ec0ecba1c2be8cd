import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Reads all lines of a file: the least work for the result of `file_read`, without confinement. */
export function floorRead(path: string): string {
  const { text } = readText(path);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const content = lines.join('\n');
  return JSON.stringify({
    path,
    content,
    firstLine: 1,
    lines: lines.length,
    totalLines: lines.length,
    truncated: false,
  });
}

/**
 * Replaces a text that appears once, in a new file that takes the name: the least work for the
 * result of `file_edit`, without confinement and without a diff of the lines around.
 */
export function floorEdit(path: string, { oldText, newText }: TextSwap, isSynced: boolean): string {
  const { text, stats } = readText(path);
  const at = text.indexOf(oldText);
  if (at < 0 || text.includes(oldText, at + 1)) throw new Error(`'${oldText}' must appear once.`);
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  const descriptor = openSync(temporary, 'wx');
  try {
    writeFileSync(descriptor, text.slice(0, at) + newText + text.slice(at + oldText.length));
    fchmodSync(descriptor, stats.mode & 0o777);
    if (isSynced) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
  return JSON.stringify({ path, replacements: 1, diff: `-${oldText}\n+${newText}\n` });
}

/** A text to replace. */
export interface TextSwap {
  readonly oldText: string;
  readonly newText: string;
}

function readText(path: string): { readonly text: string; readonly stats: Stats } {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > LARGEST) throw new Error(`${path} is not a small file.`);
    return { text: readFileSync(descriptor, 'utf8'), stats };
  } finally {
    closeSync(descriptor);
  }
}

const LARGEST = 10_000_000;
