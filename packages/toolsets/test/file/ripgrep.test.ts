import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findProgram } from '../../src/file/ripgrep/find-program.js';
import { processEnded } from '../support/process-ended.js';
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
  for (const name of ['secret.pem', '.1.haft-tmp']) writeFileSync(join(root, name), 'needle');
  const paths = [
    '../outside/s.txt',
    join(outer, 'outside/s.txt'),
    './link/s.txt',
    './link.txt',
    './no.txt',
    './gone.txt',
  ];
  const ripgrep = answering(...paths, './node_modules/x', './secret.pem', './.1.haft-tmp', './a.txt');
  const run = fileRun({ root, ripgrep, deny: ['*.pem'] });
  const text = await ask(run, 'file_search', { query: 'needle' });
  expect(text).toBe('success: a.txt\n1: needle');
});

it.each([
  ['fails', 'exit 2'],
  ['writes too much', String.raw`head -c 10000001 /dev/zero | tr '\0' x`],
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

it('names the files that are too large for ripgrep [TOOL-5]', async () => {
  const line = 'rg: DEBUG|ignore::walk|walk.rs:1: ignoring ./large.txt: 600000 bytes';
  const ripgrep = programThat(`echo '${line}' >&2`);
  const run = fileRun({ root: folderWith({ 'large.txt': 'x'.repeat(600_000) }), ripgrep });
  expect(await valueOf(run, 'file_search', { query: 'needle' })).toEqual({ matches: [], skipped: ['large.txt'] });
});

/** Makes a program that tells its version, and counts how often it is asked. */
function ofVersion(version: string): string {
  const path = join(folderWith(), 'rg');
  writeFileSync(path, `#!/bin/sh\necho asked >> '${path}.log'\necho '${version}'\n`);
  chmodSync(path, 0o755);
  return path;
}

it('uses a program of version 14 or later, and asks it once [TOOL-5]', async () => {
  const [newer, older, other] = ['ripgrep 15.1.0', 'ripgrep 13.0.0', 'grep 15.0'].map(ofVersion) as [
    ...[string, string, string],
  ];
  expect([await findProgram(newer), await findProgram(newer)]).toEqual([newer, newer]);
  expect(readFileSync(`${newer}.log`, 'utf8')).toBe('asked\n');
  expect([await findProgram(older), await findProgram(other)]).toEqual([undefined, undefined]);
});

it('looks in the absolute folders of PATH for ripgrep, unless the settings say no [TOOL-5]', async () => {
  const program = ofVersion('ripgrep 14.0.0');
  const { PATH } = process.env;
  process.env.PATH = ['.', folderWith(), dirname(program)].join(delimiter);
  try {
    expect([await findProgram(true), await findProgram(false)]).toEqual([program, undefined]);
    process.env.PATH = folderWith();
    expect(await findProgram(true)).toBeUndefined();
  } finally {
    process.env.PATH = PATH;
  }
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
  await expect(processEnded(id)).resolves.toBeUndefined();
});
