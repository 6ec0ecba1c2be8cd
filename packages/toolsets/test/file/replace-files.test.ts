import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunContext } from '@haft/core';
import { FileOptions } from '../../src/file/file-options.js';
import { replaceFiles, type FileChange } from '../../src/file/replace-files.js';
import { Workspace } from '../../src/file/workspace.js';
import { writeBytes } from '../../src/file/write-bytes.js';
import { folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

it.each([
  ['', false],
  [', also if the call is cancelled meanwhile', true],
])('gives files their old content back if another program changed a later one%s [TOOL-3]', async (_, isCancelled) => {
  const root = folderWith({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const workspace = new Workspace(new FileOptions({ root, fsync: false }));
  const changes = ['a.txt', 'b.txt', 'c.txt'].map((path): FileChange => ({
    place: workspace.findEntry(path),
    stats: statSync(join(root, path)),
    before: readFileSync(join(root, path)),
    after: Buffer.from('new'),
  }));
  writeFileSync(join(root, 'b.txt'), 'by another program');
  let written = 0;
  const run = {
    runId: 'r',
    // Each of the three new files asks for it.
    get signal() {
      return isCancelled && ++written > changes.length ? AbortSignal.abort() : new AbortController().signal;
    },
  } as RunContext<never>;
  await expect(replaceFiles(workspace, changes, run)).rejects.toThrow('b.txt was changed by another program.');
  const texts = readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]);
  expect(texts.sort()).toEqual([
    ['a.txt', 'a'],
    ['b.txt', 'by another program'],
    ['c.txt', 'c'],
  ]);
});

/** Writes the new file `a.txt`. */
function writeNew(root: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const workspace = new Workspace(new FileOptions({ root, fsync: false }));
  const { options } = workspace;
  const run = { signal, runId: 'r' } as RunContext<never>;
  return workspace.inFolder(workspace.findEntry('a.txt'), { run }, (folder, name) =>
    writeBytes({ folder, name, path: 'a.txt', before: undefined }, bytes, { options, run }),
  );
}

it('replaces no file that another program makes while a new one is written [TOOL-2]', async () => {
  const root = folderWith({ 'a.txt': 'by another program' });
  const writing = writeNew(root, Buffer.from('new'), new AbortController().signal);
  await expect(writing).rejects.toThrow('a.txt exists already.');
  expect(readdirSync(root)).toEqual(['a.txt']);
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('by another program');
});

it('leaves no file behind if the call is cancelled while it writes [TOOL-2]', async () => {
  const root = folderWith();
  const controller = new AbortController();
  const writing = writeNew(root, Buffer.alloc(3_000_000), controller.signal);
  expect(readdirSync(root)).toHaveLength(1);
  controller.abort(new Error('enough'));
  await expect(writing).rejects.toThrow('enough');
  await expect(writeNew(root, Buffer.from('new'), controller.signal)).rejects.toThrow('enough');
  expect(readdirSync(root)).toEqual([]);
});
