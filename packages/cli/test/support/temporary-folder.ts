import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const made: string[] = [];

/**
 * A folder with these files, removed by `removeTemporaryFolders` together with the one that it is
 * alone in.
 */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}): string {
  const alone = realpathSync(mkdtempSync(join(tmpdir(), 'haft-cli-')));
  made.push(alone);
  const folder = join(alone, 'project');
  mkdirSync(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
