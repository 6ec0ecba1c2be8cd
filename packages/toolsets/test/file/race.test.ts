import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileRun, folderWith, removeFolders } from './support/file-run.js';

jest.setTimeout(600_000);
afterAll(removeFolders);

/** Set `HAFT_FUZZ` for more. The law held for 10,000. */
const OPERATIONS = Number(process.env['HAFT_FUZZ'] ?? 2_000);
const PATHS = ['in/secret.txt', 'in/own.txt', 'file.txt', 'hard.txt'];

/** One call of each kind on one path, with other names where something is made. */
const KINDS: readonly ((path: string, index: number) => [string, object])[] = [
  (path) => ['file_read', { paths: [path] }],
  (path) => ['file_search', { path, query: 'E' }],
  (path, index) => ['file_write', { path, content: `INSIDE ${index}` }],
  (path) => ['file_write', { path, content: '.', mode: 'append' }],
  (path) => ['file_edit', { path, edits: [{ old: 'E', new: 'EE', all: true }] }],
  (path) => ['file_list', { path, times: true }],
  () => ['file_list', { path: 'in' }],
  () => ['file_search', { path: 'in', query: 'E' }],
  (_, index) => ['file_write', { path: `in/new-${index}.txt`, content: 'INSIDE', mode: 'create' }],
  (_, index) => ['file_move', { from: `in/new-${index - 1}.txt`, to: `in/deep/moved-${index}.txt` }],
  (_, index) => ['file_delete', { path: `in/deep/moved-${index - 1}.txt` }],
  (_, index) => ['file_move', { from: 'in/secret.txt', to: `taken-${index}.txt` }],
  () => ['file_list', { path: 'in/**' }],
  () => ['file_delete', { path: 'in/victim.txt' }],
];

it(`${OPERATIONS} operations beside a process that swaps folders and files for links never leave the root [TOOL-1]`, async () => {
  const outer = folderWith({
    'root/in/secret.txt': 'INSIDE',
    'root/in/own.txt': 'INSIDE',
    'root/file.txt': 'INSIDE',
    'root/hard.txt': 'INSIDE',
    'outside/secret.txt': 'SECRET',
    'outside/canary.txt': 'SECRET',
    'outside/victim.txt': 'SECRET',
  });
  const root = join(outer, 'root');
  const outside = join(outer, 'outside');
  const before = contentsOf(outside);
  const swapper = spawn(process.execPath, [join(import.meta.dirname, 'support/swap.mjs'), root], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  swapper.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(swapper.stdout, 'data');

  const run = fileRun({ root, maxBytesPerRun: 1_000_000_000 });
  const escapes: string[] = [];
  const statuses = new Map<string, number>();
  for (let index = 0; index < OPERATIONS; index++) {
    const [name, args] = (KINDS[index % KINDS.length] as (typeof KINDS)[0])(
      PATHS[index % PATHS.length] as string,
      index,
    );
    const outcome = await run.call({ name, arguments: JSON.stringify(args) });
    statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
    if (/SECRET|canary/.test(outcome.text)) escapes.push(`${name} ${JSON.stringify(args)}: ${outcome.text}`);
  }
  swapper.stdin.end();
  await once(swapper, 'close');

  expect(escapes).toEqual([]);
  expect(contentsOf(outside)).toEqual(before);
  // The operations met both states, and the swaps did happen.
  expect(statuses.get('success') ?? 0).toBeGreaterThan(OPERATIONS / 100);
  expect(statuses.get('retry') ?? 0).toBeGreaterThan(OPERATIONS / 100);
  expect(Number(said.replace('swapping ', ''))).toBeGreaterThan(OPERATIONS / 10);
});

/** Names, contents and times: a call that escapes changes one of them. */
function contentsOf(folder: string): unknown {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const { mtimeMs, mode, size } = statSync(join(folder, name));
      return { name, text: readFileSync(join(folder, name), 'utf8'), mtimeMs, mode, size };
    });
}
