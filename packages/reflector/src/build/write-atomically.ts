import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file as a whole: a reader sees the old or the new text, never a part. Creates the
 * folder.
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  // In the same folder, because a rename across file systems is a copy.
  const temporary = path.join(folder, `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
