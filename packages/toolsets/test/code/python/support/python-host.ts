import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledProcess, type StartHost } from '../../../support/bundled-process.js';

const source = join(import.meta.dirname, '../../../../src/code/python');
const folders: string[] = [];

/** Returns what starts processes that run Python. Their code uses `execute(code, bridge)`. */
export function pythonHost(): StartHost {
  const program = `
    import { PythonBackend } from '${source}/python-backend.js';
    const backend = new PythonBackend();
    const signal = new AbortController().signal;
    const execute = (code, bridge) => backend.execute({ code, seconds: 300, leftMs: 300_000, signal, tools: [], scope: {} }, bridge);
  `;
  return bundledProcess(folderWith({}), program, ['execute']);
}

/** Makes a temporary folder with files. Removed by `removeFolders`. */
export function folderWith(files: Readonly<Record<string, string>>, parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'haft-python-')));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
