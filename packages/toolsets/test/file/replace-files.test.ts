import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunContext } from '@haft/core';
import { FileOptions } from '../../src/file/file-options.js';
import { replaceFiles, type FileChange } from '../../src/file/replace-files.js';
import { Workspace } from '../../src/file/workspace.js';
import { folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

it('gives files their old content back if a later one was changed by another program [TOOL-3]', async () => {
  const root = folderWith({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const workspace = new Workspace(new FileOptions({ root, fsync: false }));
  const changes = ['a.txt', 'b.txt', 'c.txt'].map((path): FileChange => ({
    place: workspace.findEntry(path),
    stats: statSync(join(root, path)),
    before: readFileSync(join(root, path)),
    after: Buffer.from('new'),
  }));
  writeFileSync(join(root, 'b.txt'), 'by another program');
  const run = { signal: new AbortController().signal, runId: 'r' } as RunContext<never>;
  await expect(replaceFiles(workspace, changes, run)).rejects.toThrow('b.txt was changed by another program.');
  const texts = readdirSync(root).map((name) => [name, readFileSync(join(root, name), 'utf8')]);
  expect(texts.sort()).toEqual([
    ['a.txt', 'a'],
    ['b.txt', 'by another program'],
    ['c.txt', 'c'],
  ]);
});
