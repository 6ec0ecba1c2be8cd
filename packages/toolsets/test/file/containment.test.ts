import { createRuntime, fromInstance, type Run } from '@haft/runtime';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { canUseDescriptors } from '../../src/file/beneath/descriptor-folder.js';
import { hasOneName } from '../../src/file/beneath/has-one-name.js';
import { openBelow } from '../../src/file/beneath/open-below.js';
import { FileOptions, FileToolset, toolsets } from '../../src/file/index.js';
import { ask, fileRun, folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

const NO_DEAD_END = { deadEnd: () => new Error('dead end'), moved: () => new Error('moved') };

/** A run as on a platform without descriptors: the same rules, without the promise for races. */
function unconfinedRun(root: string): Run {
  const options = new FileOptions({ root, fsync: false, ripgrep: false });
  const roots = new Map([...options.roots].map(([name, one]) => [name, { ...one, confined: false }]));
  const instance = new FileToolset(Object.assign(options, { roots }));
  return createRuntime({ toolsets: fromInstance(instance, toolsets), limits: { retries: 1_000 } }).startRun() as Run;
}

const READS: readonly [string, (path: string) => object][] = [
  ['file_read', (path) => ({ paths: [path] })],
  ['file_view', (path) => ({ path })],
  ['file_search', (path) => ({ query: 'SECRET', path })],
  ['file_write', (path) => ({ path, content: 'x' })],
  ['file_write', (path) => ({ path, content: 'x', mode: 'append' })],
  ['file_edit', (path) => ({ path, edits: [{ old: 'SECRET', new: 'b' }] })],
];

describe.each([
  ['with descriptors', (root: string) => fileRun({ root })],
  ['with paths', unconfinedRun],
])('%s', (_, runIn) => {
  describe.each(READS)('%s (%#)', (tool, argumentsFor) => {
    it('does not follow a link to a file outside', async () => {
      const outer = folderWith({ 'root/a.txt': 'a', 'secret.txt': 'SECRET' });
      symlinkSync('../secret.txt', join(outer, 'root/link.txt'));
      const text = await ask(runIn(join(outer, 'root')), tool, argumentsFor('link.txt'));
      expect(text).toContain('The path leaves the workspace: link.txt');
      expect(readFileSync(join(outer, 'secret.txt'), 'utf8')).toBe('SECRET');
    });

    it('does not follow a link to a folder outside', async () => {
      const outer = folderWith({ 'root/a.txt': 'a', 'outside/secret.txt': 'SECRET' });
      symlinkSync(join(outer, 'outside'), join(outer, 'root/sub'));
      const text = await ask(runIn(join(outer, 'root')), tool, argumentsFor('sub/secret.txt'));
      expect(text).toContain('The path leaves the workspace: sub/secret.txt');
      expect(readdirSync(join(outer, 'outside'))).toEqual(['secret.txt']);
    });

    it('does not follow a link inside, and says where it leads', async () => {
      const root = folderWith({ 'v2/a.txt': 'SECRET' });
      symlinkSync('v2', join(root, 'latest'));
      const text = await ask(runIn(root), tool, argumentsFor('latest/a.txt'));
      expect(text).toContain('latest is a link, and links are not followed. Use v2/a.txt.');
    });

    it.each(['/proc/self/fd/0', '/proc/self/environ', '/dev/zero'])('does not follow a link to %s', async (target) => {
      const root = folderWith({ 'sub/a.txt': 'a' });
      for (const path of ['link', 'sub/link']) {
        symlinkSync(target, join(root, path));
        expect(await ask(runIn(root), tool, argumentsFor(path))).toContain(`The path leaves the workspace: ${path}`);
      }
    });

    it('does not use a hard link', async () => {
      const outer = folderWith({ 'root/a.txt': 'a', 'secret.txt': 'SECRET' });
      linkSync(join(outer, 'secret.txt'), join(outer, 'root/hard.txt'));
      const text = await ask(runIn(join(outer, 'root')), tool, argumentsFor('hard.txt'));
      const isSearch = tool === 'file_search';
      expect(text).toContain(
        isSearch ? 'No line has this text.' : 'hard.txt has several names (hard links), so it cannot be used.',
      );
      expect(readFileSync(join(outer, 'secret.txt'), 'utf8')).toBe('SECRET');
    });

    it('does not wait for a pipe', async () => {
      const root = folderWith();
      execFileSync('mkfifo', [join(root, 'pipe')]);
      const text = await ask(runIn(root), tool, argumentsFor('pipe'));
      expect(text).toContain(
        tool === 'file_search' ? 'No line has this text.' : 'pipe is not a file that can be read.',
      );
    });

    it('does not open a socket', async () => {
      const root = folderWith();
      const server: Server = createServer();
      await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
      const text = await ask(runIn(root), tool, argumentsFor('socket'));
      expect(text).toContain(
        tool === 'file_search' ? 'No line has this text.' : 'socket is not a file that can be read.',
      );
      await new Promise((resolve) => server.close(resolve));
    });
  });

  it('does not list or search through links [TOOL-4, TOOL-5]', async () => {
    const outer = folderWith({ 'root/a.txt': 'a', 'outside/secret.txt': 'SECRET' });
    symlinkSync('../outside', join(outer, 'root/sub'));
    const run = runIn(join(outer, 'root'));
    expect(await ask(run, 'file_list', {})).toBe('success: a.txt 1\nsub (link)');
    expect(await ask(run, 'file_list', { path: 'sub' })).toContain('The path leaves the workspace: sub');
    expect(await ask(run, 'file_search', { query: 'SECRET' })).toBe('success: No line has this text.');
    expect(await ask(run, 'file_search', { query: 'SECRET', path: 'sub' })).toContain('leaves the workspace: sub');
  });

  it('reads no .gitignore that is a link', async () => {
    const outer = folderWith({ 'root/a.txt': 'a', rules: '*.txt\n' });
    symlinkSync('../rules', join(outer, 'root/.gitignore'));
    expect(await ask(runIn(join(outer, 'root')), 'file_list', {})).toContain('a.txt');
  });

  it('tells of a link without following it [TOOL-6a]', async () => {
    const root = folderWith();
    symlinkSync('/etc/passwd', join(root, 'link'));
    expect(await ask(runIn(root), 'file_list', { path: 'lin*' })).toBe('success: link (link)');
  });
});

it('moves and deletes links themselves [TOOL-6b, TOOL-6c]', async () => {
  const outer = folderWith({ 'root/a.txt': 'a', 'outside/secret.txt': 'SECRET' });
  symlinkSync('../outside', join(outer, 'root/sub'));
  const run = fileRun({ root: join(outer, 'root') });
  expect(await ask(run, 'file_move', { from: 'sub', to: 'x/sub' })).toContain('success');
  expect(await ask(run, 'file_delete', { path: 'x', recursive: true })).toContain('2 entries in all');
  expect(readdirSync(join(outer, 'outside'))).toEqual(['secret.txt']);
});

it('moves nothing into a folder that a link leads to [TOOL-6b]', async () => {
  const outer = folderWith({ 'root/a.txt': 'a', 'outside/secret.txt': 'SECRET' });
  symlinkSync('../outside', join(outer, 'root/sub'));
  const run = fileRun({ root: join(outer, 'root') });
  expect(await ask(run, 'file_move', { from: 'a.txt', to: 'sub/a.txt' })).toContain('leaves the workspace: sub/a.txt');
  expect(await ask(run, 'file_move', { from: 'sub/secret.txt', to: 'b.txt' })).toContain('leaves the workspace');
  expect(readdirSync(join(outer, 'outside'))).toEqual(['secret.txt']);
});

it('writes over a hard link that comes meanwhile without changing the file outside', async () => {
  const outer = folderWith({ 'root/a.txt': 'a', 'secret.txt': 'SECRET' });
  const run = fileRun({ root: join(outer, 'root') });
  unlinkSync(join(outer, 'root/a.txt'));
  linkSync(join(outer, 'secret.txt'), join(outer, 'root/a.txt'));
  expect(await ask(run, 'file_write', { path: 'a.txt', content: 'x' })).toContain('has several names');
  expect(readFileSync(join(outer, 'secret.txt'), 'utf8')).toBe('SECRET');
});

describe('the only name of an open file', () => {
  const makers = [
    ['a descriptor', (path: string) => openBelow({ path, confined: true }, [], NO_DEAD_END)],
    ['a path', (path: string) => openBelow({ path, confined: false }, [], NO_DEAD_END)],
  ] as const;

  it.each(makers)('is not inside if the name inside was taken away after it was opened, by %s', (_, open) => {
    const outer = folderWith({ 'root/a.txt': 'a', 'secret.txt': 'SECRET' });
    const folder = open(join(outer, 'root'));
    const path = join(outer, 'root/hard.txt');
    linkSync(join(outer, 'secret.txt'), path);
    const openedAt = Date.now();
    const descriptor = openSync(path, 'r');
    expect(hasOneName(descriptor, folder, 'hard.txt', openedAt)).toBe(false);
    unlinkSync(path);
    // Its count is 1 again, for the name outside.
    expect(hasOneName(descriptor, folder, 'hard.txt', openedAt)).toBe(false);
    closeSync(descriptor);
    folder.close();
  });

  it.each(makers)('is inside for an ordinary file, just made or old, by %s', (_, open) => {
    const root = folderWith({ 'a.txt': 'a' });
    const folder = open(root);
    const descriptor = openSync(join(root, 'a.txt'), 'r');
    expect(hasOneName(descriptor, folder, 'a.txt', Date.now())).toBe(true);
    expect(hasOneName(descriptor, folder, 'a.txt', Date.now() + 10_000)).toBe(true);
    closeSync(descriptor);
    folder.close();
  });

  it('is shown by the system while the name is there, never for a name that is gone or another one', () => {
    const outer = folderWith({ 'root/a.txt': 'a', 'root/b.txt': 'b', 'root/b (deleted)': 'b' });
    const root = join(outer, 'root');
    const folder = openBelow({ path: root, confined: true }, [], NO_DEAD_END);
    const [first, second] = ['a.txt', 'b (deleted)'].map((name) => openSync(join(root, name), 'r')) as [number, number];
    expect(folder.showsName(first, 'a.txt')).toBe(true);
    expect(folder.showsName(first, 'b.txt')).toBe(false);
    renameSync(join(root, 'a.txt'), join(outer, 'a.txt'));
    expect(folder.showsName(first, 'a.txt')).toBe(false);
    renameSync(join(outer, 'a.txt'), join(root, 'a.txt'));
    linkSync(join(root, 'a.txt'), join(outer, 'a.txt'));
    unlinkSync(join(root, 'a.txt'));
    expect(folder.showsName(first, 'a.txt')).toBe(false);
    linkSync(join(outer, 'a.txt'), join(root, 'a.txt'));
    expect(folder.showsName(first, 'a.txt')).toBe(false);
    // The file was renamed and taken away: the system shows `b (deleted)` for it.
    renameSync(join(root, 'b (deleted)'), join(root, 'b'));
    unlinkSync(join(root, 'b'));
    expect(folder.showsName(second, 'b (deleted)')).toBe(false);
    for (const descriptor of [first, second]) closeSync(descriptor);
    folder.close();
  });
});

it('no call leaves a file or a folder open', async () => {
  const root = folderWith({ 'a.txt': 'a\n', 'b/c.txt': 'a\n', 'd/e/f.txt': 'x', data: 'a\0' });
  symlinkSync('a.txt', join(root, 'link'));
  const run = fileRun({ root });
  const calls: [string, object][] = [
    ...['.', 'a.txt', 'gone', 'link', '*.txt'].flatMap((path): [string, object][] => [
      ['file_list', { path }],
      ['file_list', { path, times: true }],
      ['file_search', { query: 'a', path }],
      ['file_read', { paths: [path, 'b', 'data'] }],
      ['file_view', { path }],
      ['file_edit', { path, edits: [{ old: 'a', new: 'aa' }] }],
    ]),
    ...['n/e/w.txt', 'link', 'a.txt/b', 'b'].map((path): [string, object] => ['file_write', { path, content: 'a' }]),
    ...['n/b', 'link', 'a.txt'].map((to): [string, object] => ['file_move', { from: 'b', to }]),
    ...[false, true].map((recursive): [string, object] => ['file_delete', { path: 'd', recursive }]),
  ];
  const countOpen = (): number => readdirSync('/proc/self/fd').length;
  const left: unknown[] = [];
  await ask(run, 'file_list', {});
  for (const call of calls) {
    const before = countOpen();
    await ask(run, ...call);
    if (countOpen() > before) left.push(call);
  }
  expect(left).toEqual([]);
});

it.each(['', '.', '..', 'a/b', '../a', 'a\0'])('an open folder has no place for %j', (name) => {
  const path = folderWith();
  for (const confined of [true, false]) {
    const folder = openBelow({ path, confined }, [], NO_DEAD_END);
    expect(() => folder.at(name)).toThrow(`Not a name in a folder: ${JSON.stringify(name)}`);
    folder.close();
  }
});

describe.each(['sub', 'sub/deep'])('a folder as a path, %s,', (inner) => {
  it.each<[string, (root: string) => void]>([
    ['nothing', () => undefined],
    ['another folder', (root) => mkdirSync(join(root, 'sub/deep'), { recursive: true })],
    ['a link to it', (root) => symlinkSync('moved', join(root, 'sub'))],
    ['a file', (root) => writeFileSync(join(root, 'sub'), '')],
  ])('is no longer used if %s takes its place', (_, replace) => {
    const root = folderWith({ 'sub/deep/a.txt': 'a', 'sub/a.txt': 'a' });
    const folder = openBelow({ path: root, confined: false }, inner.split('/'), NO_DEAD_END);
    const file = folder.pin('a.txt');
    renameSync(join(root, 'sub'), join(root, 'moved'));
    replace(root);
    const uses = [
      () => folder.entries(),
      () => folder.at('b.txt'),
      () => folder.look('a.txt'),
      () => folder.openFile('a.txt'),
      () => folder.enter('b'),
    ];
    for (const use of uses) expect(use).toThrow('The folder changed during the call. Send the call again.');
    expect(() => file?.open(0)).toThrow();
    renameSync(join(root, 'moved/a.txt'), join(root, 'moved/b.txt'));
  });
});

it('cannot open descriptors of a folder that is not there', () => {
  expect(canUseDescriptors(join(folderWith(), 'gone'))).toBe(false);
});

it('rejects a folder that was moved out of the root after it was opened', () => {
  const outer = folderWith({ 'root/sub/a.txt': 'a' });
  const names = ['sub'];
  const root = { path: join(outer, 'root'), confined: true };
  const options = { deadEnd: () => new Error('dead end'), moved: () => new Error('moved') };
  const folder = openBelow(root, names, options);
  const whole = openBelow(root, [], options);
  expect(folder.isBelow(whole)).toBe(true);
  renameSync(join(outer, 'root/sub'), join(outer, 'sub'));
  expect(folder.isBelow(whole)).toBe(false);
  folder.close();
  whole.close();
});

it('a folder of the name of the root with more behind it is not the root', () => {
  const outer = folderWith();
  for (const name of ['root', 'root-evil']) mkdirSync(join(outer, name));
  const options = { deadEnd: () => new Error('dead end'), moved: () => new Error('moved') };
  const [root, evil] = ['root', 'root-evil'].map((name) =>
    openBelow({ path: join(outer, name), confined: true }, [], options),
  );
  expect(evil?.isBelow(root as never)).toBe(false);
  root?.close();
  evil?.close();
});
