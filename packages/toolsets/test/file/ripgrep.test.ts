import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, fileRun, folderWith, removeFolders, valueOf } from './support/file-run.js';

afterAll(removeFolders);

/** Makes a program in the place of ripgrep. It keeps its arguments in a file. */
function programThat(body: string): string {
  const path = join(folderWith(), 'rg');
  const version = '[ "$1" = --version ] && echo "ripgrep 14.0.0" && exit';
  writeFileSync(path, `#!/bin/sh\n${version}\nprintf '%s\\n' "$PWD" "$(pwd -P)" "$@" > '${path}.log'\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

const answering = (...paths: string[]): string =>
  programThat(paths.map((path) => `printf '%s\\0' '${path}'`).join('\n'));

interface Found {
  readonly matches: readonly { readonly path: string }[];
}

async function search(ripgrep: string, root: string, args: object = {}): Promise<string[]> {
  const run = fileRun({ root, ripgrep });
  const { matches } = await valueOf<Found>(run, 'file_search', { query: 'needle', ...args });
  return matches.map(({ path }) => path);
}

it('searches only the files that ripgrep names, in the order of a walk [TOOL-5]', async () => {
  const root = folderWith({ 'a/z.txt': 'needle', 'a.txt': 'needle', 'b.txt': 'needle' });
  const ripgrep = answering('./a.txt', './a/z.txt');
  expect(await search(ripgrep, root)).toEqual(['a/z.txt', 'a.txt']);
  const [, cwd, ...args] = readFileSync(`${ripgrep}.log`, 'utf8').trim().split('\n');
  expect(cwd).toBe(root);
  expect(args).toEqual(expect.arrayContaining(['--no-config', '--no-follow', '--fixed-strings', '--regexp=needle']));
});

it('takes nothing from ripgrep that it does not find itself, or that is outside, ignored or denied [TOOL-5]', async () => {
  const outer = folderWith({ 'root/a.txt': 'needle', 'root/no.txt': 'nothing', 'outside/s.txt': 'needle' });
  const root = join(outer, 'root');
  symlinkSync('../outside', join(root, 'link'));
  symlinkSync('../outside/s.txt', join(root, 'link.txt'));
  writeFileSync(join(root, 'secret.pem'), 'needle');
  const paths = [
    '../outside/s.txt',
    join(outer, 'outside/s.txt'),
    './link/s.txt',
    './link.txt',
    './no.txt',
    './gone.txt',
  ];
  const ripgrep = answering(...paths, './node_modules/x', './secret.pem', './a.txt');
  const run = fileRun({ root, ripgrep, deny: ['*.pem'] });
  const text = await ask(run, 'file_search', { query: 'needle' });
  expect(text).toBe('success: a.txt\n1: needle');
});

it.each([
  ['fails', 'exit 2'],
  ['is no program', undefined],
])('searches itself if ripgrep %s [TOOL-5]', async (_, body) => {
  const root = folderWith({ 'a.txt': 'needle' });
  expect(await search(body === undefined ? '/nowhere/rg' : programThat(body), root)).toEqual(['a.txt']);
});

it.each([{ query: 'n.*e', regex: true }, { query: 'grün' }])('does not ask ripgrep for %j', async (args) => {
  const ripgrep = answering();
  await search(ripgrep, folderWith({ 'a.txt': 'needle' }), args);
  expect(existsSync(`${ripgrep}.log`)).toBe(false);
});

it('ends ripgrep when the call is cancelled', async () => {
  const ripgrep = programThat(`echo $$ > "$0.pid"; exec sleep 60`);
  const controller = new AbortController();
  const run = fileRun({ root: folderWith({ 'a.txt': 'needle' }), ripgrep }, { signal: controller.signal });
  const call = run.call({ name: 'file_search', arguments: '{"query":"needle"}' });
  while (!existsSync(`${ripgrep}.pid`) || readFileSync(`${ripgrep}.pid`, 'utf8') === '')
    await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  expect((await call).status).toBe('interrupted');
  const id = Number(readFileSync(`${ripgrep}.pid`, 'utf8'));
  while (isAlive(id)) await new Promise((resolve) => setTimeout(resolve, 5));
});

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
