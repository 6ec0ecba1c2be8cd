import { createRuntime, decision, type Run } from '@haft/runtime';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileOptions } from '../../src/file/file-options.js';
import { moveEntry } from '../../src/file/tools/move-entry.js';
import { Workspace } from '../../src/file/workspace.js';
import { requireFree } from '../../src/file/tree/require-free.js';
import { Turns } from '../../src/turns.js';
import { fileToolset } from '../../src/file/index.js';
import { ask, fileRun, folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

describe('file_move', () => {
  it('moves files and folders, and makes folders on the way [TOOL-6b]', async () => {
    const root = folderWith({ 'a.txt': 'a', 'sub/b.txt': 'b' });
    const run = fileRun({ root });
    expect(await ask(run, 'file_move', { from: 'a.txt', to: 'x/y/a.txt' })).toBe('success: a.txt moved to x/y/a.txt.');
    await ask(run, 'file_move', { from: 'sub', to: 'x/sub' });
    expect(readdirSync(root)).toEqual(['x']);
    expect(readFileSync(join(root, 'x/sub/b.txt'), 'utf8')).toBe('b');
  });

  it('replaces a file only if it is told to [TOOL-6b]', async () => {
    const root = folderWith({ 'a.txt': 'a', 'b.txt': 'b' });
    const run = fileRun({ root });
    const args = { from: 'a.txt', to: 'b.txt' };
    expect(await ask(run, 'file_move', args)).toContain('b.txt exists already; set overwrite.');
    expect(await ask(run, 'file_move', { ...args, overwrite: true })).toContain(', which was replaced.');
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('a');
  });

  it('refuses a folder whose entries would be protected or denied at the new path', async () => {
    const root = folderWith({ 'x/workflows/a.yml': 'a', 'y/deep/secret': 's', 'z/ok.txt': 'z' });
    const run = fileRun({ root, protect: ['.github/workflows/', '.Husky/*.sh'], deny: ['keys/**/secret'] });
    for (const [from, to] of [
      ['x', '.github'],
      ['x', '.GitHub'],
      ['y', 'keys'],
      ['y/deep', 'keys/deep'],
    ]) {
      expect(await ask(run, 'file_move', { from, to })).toContain('has protected files');
    }
    expect(await ask(run, 'file_move', { from: 'z', to: '.github' })).toContain('success');
    expect(await ask(run, 'file_move', { from: 'x/workflows', to: '.github/other' })).toContain('success');
    expect(readdirSync(root).sort()).toEqual(['.github', 'x', 'y']);
  });

  it.each([
    [{ from: 'a.txt', to: 'a.txt' }, 'from and to are the same.'],
    [{ from: 'sub', to: 'sub/deep/er' }, 'sub cannot be moved into itself.'],
    [{ from: 'nowhere', to: 'x' }, 'There is no nowhere.'],
    [{ from: '.', to: 'x' }, 'The workspace itself cannot be changed.'],
    [{ from: 'a.txt', to: 'sub', overwrite: true }, 'sub is a directory, which is not replaced.'],
    [{ from: 'a.txt', to: 'a.txt/b' }, 'a.txt cannot be moved into itself.'],
  ])('explains %j [TOOL-6b]', async (args, text) => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'a', 'sub/b.txt': 'b' }) });
    expect(await ask(run, 'file_move', args)).toContain(text);
  });

  it('refuses a folder with more entries than it can look at [TOOL-6b]', async () => {
    const move = (count: number): Promise<void> => {
      const entries = Array.from({ length: count }, (_, i) => ({
        name: String(i).padStart(6, '0'),
        isDirectory: () => false,
      }));
      const at = { path: 'many', names: ['many'], turns: new Turns() };
      return requireFree({ entries: () => entries } as never, at, () => false);
    };
    await expect(move(100_001)).rejects.toThrow('many has too many entries to be moved at once.');
    await expect(move(100_000)).resolves.toBeUndefined();
  });

  it.each([
    ['a.txt', 'b.txt exists already; set overwrite.'],
    ['link', 'b.txt exists already; set overwrite.'],
    ['sub', 'sub is a directory and b.txt is not.'],
  ])('moves %s over no file that another program makes after the look at it [TOOL-6b]', async (from, problem) => {
    const root = folderWith({ 'a.txt': 'a', 'b.txt': 'b', 'sub/c.txt': 'c' });
    symlinkSync('a.txt', join(root, 'link'));
    /** The target seems to be free. */
    class Meanwhile extends Workspace {
      override inFolder: Workspace['inFolder'] = (place, options, use) =>
        super.inFolder(place, options, (folder, name) =>
          use(place.path === 'b.txt' ? Object.create(folder, { pin: { value: () => undefined } }) : folder, name),
        );
    }
    const run = { signal: new AbortController().signal, runId: 'r' } as never;
    const moving = moveEntry(new Meanwhile(new FileOptions({ root })), { from, to: 'b.txt', overwrite: false }, run);
    await expect(moving).rejects.toThrow(problem);
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('b');
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'b.txt', 'link', 'sub']);
  });

  it('never replaces a file that comes meanwhile: of 20 moves to one name, one succeeds [TOOL-6b]', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, String(i)]));
    const root = folderWith(files);
    const run = fileRun({ root });
    const moves = Object.keys(files).map((from) => ask(run, 'file_move', { from, to: 'to' }));
    const texts = await Promise.all(moves);
    expect(texts.filter((text) => text.startsWith('success'))).toHaveLength(1);
    expect(readdirSync(root)).toHaveLength(20);
  });
});

describe('file_delete', () => {
  it('deletes files, and folders if it is told to [TOOL-6c]', async () => {
    const root = folderWith({ 'a.txt': 'a', 'sub/b.txt': 'b', 'sub/deep/c.txt': 'c' });
    mkdirSync(join(root, 'empty'));
    const run = fileRun({ root });
    expect(await ask(run, 'file_delete', { path: 'a.txt' })).toBe('success: a.txt deleted.');
    expect(await ask(run, 'file_delete', { path: 'empty' })).toBe('success: empty deleted.');
    expect(await ask(run, 'file_delete', { path: 'sub' })).toContain('sub is not empty; set recursive.');
    expect(await ask(run, 'file_delete', { path: 'sub', recursive: true })).toContain('4 entries in all');
    expect(readdirSync(root)).toEqual([]);
  });

  it('deletes once if calls for one file or folder come together, and names no similar file [TOOL-6c]', async () => {
    const root = folderWith({ 'a.txt': 'a', 'b.txt': 'b', 'd/x.txt': 'x', 'd/e/y.txt': 'y' });
    const run = fileRun({ root });
    const delete10 = (path: string): Promise<readonly string[]> =>
      Promise.all(Array.from({ length: 10 }, () => ask(run, 'file_delete', { path, recursive: true })));
    for (const [path, count] of [
      ['a.txt', 1],
      ['d', 4],
    ] as const) {
      const [first, ...others] = await delete10(path);
      expect(first).toBe(`success: ${path} deleted${count === 1 ? '' : `, ${String(count)} entries in all`}.`);
      expect(new Set(others)).toEqual(new Set([`success: ${path} was deleted by an earlier call.`]));
    }
    expect(await ask(run, 'file_delete', { path: 'd/e/y.txt' })).toBe(
      'success: d/e/y.txt was deleted by an earlier call.',
    );
    expect(await ask(run, 'file_edit', { path: 'a.txt', edits: [{ old: 'a', new: 'c' }] })).toBe(
      'retry: There is no a.txt: an earlier call deleted it.\n\nFix the errors and try again.',
    );
    expect(await ask(run, 'file_delete', { path: 'c.txt' })).toContain('There is no c.txt.');
    expect(readdirSync(root)).toEqual(['b.txt']);
  });

  it('says where a file is that an earlier call moved, and deletes what is there again [TOOL-6c]', async () => {
    const root = folderWith({ 'a.txt': 'a', 'd/x.txt': 'x' });
    const run = fileRun({ root });
    const moves = [
      { from: 'a.txt', to: 'b.txt' },
      { from: 'd', to: 'e' },
    ];
    await Promise.all(moves.map((move) => ask(run, 'file_move', move)));
    expect(await ask(run, 'file_delete', { path: 'a.txt' })).toContain('an earlier call moved it to b.txt.');
    expect(await ask(run, 'file_read', { paths: ['d/x.txt'] })).toContain('an earlier call moved it to e/x.txt.');
    await ask(run, 'file_write', { path: 'a.txt', content: 'again' });
    expect(await ask(run, 'file_delete', { path: 'a.txt' })).toBe('success: a.txt deleted.');
    const other = fileRun({ root });
    expect(await ask(other, 'file_delete', { path: 'a.txt' })).toContain('There is no a.txt. Did you mean b.txt?');
  });

  it('deletes nothing of a folder with more than 1,000 entries [TOOL-6c]', async () => {
    const root = folderWith();
    mkdirSync(join(root, 'many/sub'), { recursive: true });
    for (let i = 0; i < 1_000; i++) writeFileSync(join(root, 'many/sub', `f${i}`), '');
    const run = fileRun({ root });
    expect(await ask(run, 'file_delete', { path: 'many', recursive: true })).toBe(
      'failed: many has more than 1000 entries. Delete its folders one by one.',
    );
    expect(readdirSync(join(root, 'many/sub'))).toHaveLength(1_000);
    expect(await ask(run, 'file_delete', { path: 'many/sub', recursive: true })).toContain('1001 entries in all');
  });

  it('never deletes the root [TOOL-6c]', async () => {
    const root = folderWith({ 'a.txt': 'a' });
    const run = fileRun({ root });
    for (const path of ['.', './', 'a/..']) {
      expect(await ask(run, 'file_delete', { path, recursive: true })).toContain('The workspace itself cannot be');
    }
    expect(existsSync(join(root, 'a.txt'))).toBe(true);
  });
});

describe('approval', () => {
  const namesOf = async (run: Run): Promise<string[]> => (await run.definitions()).map(({ name }) => name);

  it('is needed to move and to delete unless the settings say otherwise [TOOL-6b, TOOL-6c]', async () => {
    const root = folderWith({ 'a.txt': 'a' });
    const run = createRuntime({ toolsets: fileToolset({ root }) }).startRun();
    const waiting = await run.call('file_delete', { path: 'a.txt' });
    expect(waiting.status).toBe('deferred');
    expect(existsSync(join(root, 'a.txt'))).toBe(true);
    if (waiting.status !== 'deferred') return;
    const [done] = await run.resume({ [waiting.request.id]: decision.approve() });
    expect(done).toMatchObject({ status: 'success', value: { deleted: 1 } });
    expect((await run.call('file_move', { from: 'b', to: 'c' })).status).toBe('deferred');
    expect((await run.call('file_write', { path: 'b', content: 'x' })).status).toBe('success');
  });

  it('may be needed for every change', async () => {
    const root = folderWith({ 'a.txt': 'a' });
    const run = createRuntime({ toolsets: fileToolset({ root, approval: 'changes' }) }).startRun();
    expect((await run.call('file_write', { path: 'b', content: 'x' })).status).toBe('deferred');
    expect((await run.call('file_edit', { path: 'a.txt', edits: [{ old: 'a', new: 'b' }] })).status).toBe('deferred');
    expect((await run.call('file_read', { paths: ['a.txt'] })).status).toBe('success');
  });

  it('a read-only root has no tools that change something, and file_view comes on demand [TOOL-2]', async () => {
    const root = folderWith();
    const reading = ['file_read', 'file_list', 'file_search'];
    const run = createRuntime({ toolsets: fileToolset({ root, readOnly: true, approval: 'changes' }) }).startRun();
    expect(await namesOf(run)).toEqual(reading);
    const media = createRuntime({ toolsets: fileToolset({ root: { path: root, readOnly: true }, media: true }) });
    expect(await namesOf(media.startRun())).toEqual([...reading, 'file_view']);
  });
});
