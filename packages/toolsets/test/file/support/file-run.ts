import { createRuntime, type Run } from '@haft/runtime';
import { mkdtempSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileSlice } from '../../../src/file/tools/read-text.js';
import { fileToolset, type FileToolsetSettings } from '../../../src/file/index.js';

const folders: string[] = [];

/** Makes a temporary folder with files. Removed by `removeFolders`. */
export function folderWith(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'haft-files-')));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Starts a run with the file tools of a root, none of which waits for an approval. */
export function fileRun(settings: FileToolsetSettings, options: { signal?: AbortSignal } = {}): Run {
  const toolsets = fileToolset({ approval: 'none', media: true, fsync: false, ripgrep: false, ...settings });
  return createRuntime({ toolsets, limits: { retries: 1_000_000 } }).startRun(options) as Run;
}

/** Calls a tool as a model does. Returns the status and the text for the model. */
export async function ask(run: Run, name: string, args: object): Promise<string> {
  const outcome = await run.call({ name, arguments: JSON.stringify(args) });
  return `${outcome.status}: ${outcome.text}`;
}

/** Reads one file, or lines of it. Returns what a program gets. */
export async function sliceOf(run: Run, path: string): Promise<FileSlice> {
  const { files } = await valueOf<{ readonly files: readonly FileSlice[] }>(run, 'file_read', { paths: [path] });
  return files[0] as FileSlice;
}

/** Calls a tool that must succeed. Returns its value, as a program gets it. */
export async function valueOf<Value = unknown>(run: Run, name: string, args: object): Promise<Value> {
  const outcome = await run.call({ name, arguments: JSON.stringify(args) });
  if (outcome.status !== 'success') throw new Error(`${outcome.status}: ${outcome.text}`);
  return JSON.parse(JSON.stringify(outcome.value)) as Value;
}
