import { RunContext } from '@haft/core';
import { compose, createRuntime } from '@haft/runtime';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileOptions, fileToolset, toolsets, type FileSettings } from '../../src/file/index.js';
import { folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

it.each<[FileSettings, string]>([
  [{}, 'A file toolset needs either root or roots.'],
  [{ root: '/tmp', roots: {} }, 'A file toolset needs either root or roots.'],
  [{ roots: {} }, 'roots is empty.'],
  [{ root: 'relative' }, "The root 'relative' is not an absolute path."],
  [{ root: '/nowhere/at/all' }, "The root '/nowhere/at/all' cannot be opened."],
  [{ root: '/etc/passwd' }, "The root '/etc/passwd' is not a folder."],
  [{ roots: { '..': '/tmp' } }, "'..' is not a name of a root."],
  [{ roots: { 'a/b': '/tmp' } }, "'a/b' is not a name of a root."],
  [{ root: '/tmp', maxFileBytes: 0 }, 'maxFileBytes of the file toolset is 0.'],
  [{ root: '/tmp', maxBytesPerRun: 1.5 }, 'maxBytesPerRun of the file toolset is 1.5.'],
  [{ root: '/tmp', deny: ['!a'] }, "deny has the pattern '!a', which allows instead."],
])('rejects %j', (settings, message) => {
  expect(() => new FileOptions(settings)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message }));
});

it('rejects an unknown kind of approval', () => {
  expect(() => fileToolset({ root: '/tmp', approval: 'all' as never })).toThrow('approval is all.');
});

it('throws where tools cannot be confined, unless the settings accept it', () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  try {
    expect(() => new FileOptions({ root: '/tmp' })).toThrow(expect.objectContaining({ code: 'HAFT_UNCONFINED' }));
    const [root] = new FileOptions({ root: '/tmp', allowUnconfined: true }).roots.values();
    expect(root).toMatchObject({ path: '/tmp', confined: false });
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
});

it('comes from the container, with another root for each run', async () => {
  const outer = folderWith({ 'ann/a.txt': 'of Ann', 'bob/a.txt': 'of Bob' });
  const runtime = createRuntime({
    toolsets,
    provide: [
      {
        provide: FileOptions,
        useFactory: (run: RunContext<{ tenant: string }>) => new FileOptions({ root: join(outer, run.deps.tenant) }),
        inject: [RunContext],
      },
    ],
  });
  for (const tenant of ['ann', 'bob']) {
    const run = runtime.startRun({ deps: { tenant } });
    const outcome = await run.call('file_read', { paths: ['a.txt'] });
    expect(outcome.text.toLowerCase()).toContain(`of ${tenant}`);
    await run.end();
  }
  await runtime.dispose();
});

it('is composed like any toolset, and its texts name tools by their names in the run', async () => {
  const root = folderWith({ 'a.txt': 'a' });
  mkdirSync(join(root, 'sub'));
  const work = compose(fileToolset({ root })).prefix('work');
  const run = createRuntime({ toolsets: work }).startRun();
  const outcome = await run.call('work_file_read', { paths: ['zzz'] });
  expect(outcome.text).toContain('There is no zzz. Call work_file_list to see what exists.');
  expect(await run.instructions()).toContain('relative to the workspace');
});
