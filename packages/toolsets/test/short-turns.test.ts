import { afterAll, describe, expect } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PageWorker } from '../src/http/worker/page-worker.js';
import { ask, fileRun, folderWith, removeFolders } from './file/support/file-run.js';
import { bundledProgram } from './support/bundled-program.js';
import { itMeasures, longestTurn } from './support/longest-turn.js';

/*
 * Texts of strangers never hold the event loop: no turn takes more than 50 ms of this thread.
 * `data/hostile-content.test.ts` and `skill/hostile-front-matter.test.ts` have tables and YAML. The
 * tests of SQLite in `@haft/runtime` have locks, readers and full disks.
 */

const LONGEST_MS = 50;

afterAll(removeFolders);

/** The slowest rules: they compare each name with many stars, and match nothing before the last. */
const STARS = `/*\n${'*a*a*a*b\n'.repeat(10_000)}`;
const longName = (index: number): string => 'a'.repeat(230) + String(index);

describe('the file tools', () => {
  const wide = (gitignore: string, count: number): string => {
    const names = Array.from({ length: count }, (_, index) => longName(index));
    return folderWith({ '.gitignore': gitignore, ...Object.fromEntries(names.map((name) => [name, 'x'])) });
  };
  const deep = (): string => {
    const root = folderWith();
    let folder = root;
    for (let level = 0; level < 5; level++) {
      writeFileSync(join(folder, '.gitignore'), '*a*a*a*b\n'.repeat(10_000));
      folder = join(folder, 'a'.repeat(200));
      mkdirSync(folder);
    }
    writeFileSync(join(folder, longName(1)), 'x');
    return root;
  };
  const list = { path: '**' };

  itMeasures.each<[string, () => string, string, object]>([
    ['a folder whose slow rules ignore all', () => wide(STARS, 8), 'file_list', list],
    ['slow rules in each folder', deep, 'file_list', list],
    ['a search that ignores all', () => wide(STARS, 8), 'file_search', { query: 'x' }],
    ['a search below a pattern for no file', () => wide('', 4_000), 'file_search', { query: 'x', path: '*b*b*b*b' }],
    [
      'an expression that is slow in a file of one line',
      () => folderWith({ 'a.txt': 'a'.repeat(900_000) }),
      'file_search',
      { query: 'a*a*b', regex: true },
    ],
    [
      'an expression for many lines',
      () => folderWith({ 'a.txt': `${'a'.repeat(80)}\n`.repeat(12_000) }),
      'file_search',
      { query: '[ab]+c$', regex: true },
    ],
  ])('read %s in short turns', async (_what, root, tool, args) => {
    const run = fileRun({ root: root() });
    // The first call loads code, which Jest does in one turn.
    await ask(run, tool, { ...args, path: 'none' });
    let answer = '';
    const longest = await longestTurn(async () => (answer = await ask(run, tool, args)), LONGEST_MS);
    expect(answer).toMatch(/^(success|retry): /);
    expect(longest).toBeLessThan(LONGEST_MS);
  });
});

describe('pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-pages-'));
  const program = bundledProgram(
    join(import.meta.dirname, '../src/http/worker/page-program.ts'),
    join(folder, 'page.mjs'),
  );
  const worker = new PageWorker(pathToFileURL(program), 10_000);
  afterAll(async () => {
    await worker.dispose();
    rmSync(folder, { recursive: true });
  });
  const { signal } = new AbortController();
  const convert = (html: string) => () => worker.run<'convert'>({ kind: 'convert', html, format: 'markdown' }, signal);
  const robots = (robotsText: string) => () =>
    worker.run<'robots'>(
      {
        kind: 'robots',
        robotsUrl: 'https://a.example/robots.txt',
        robotsText,
        url: `https://a.example/${'a'.repeat(2_000)}`,
        userAgent: 'Haft',
      },
      signal,
    );

  itMeasures.each<[string, () => Promise<unknown>]>([
    ['a page of open elements', convert('<div>'.repeat(30_000))],
    ['a page of tables in tables', convert('<table><tr><td>'.repeat(2_000))],
    ['a page of attributes', convert(`<p ${'a=1 '.repeat(100_000)}>`)],
    ['a page of comments', convert('<!--'.repeat(100_000))],
    ['a robots.txt of stars', robots(`User-agent: *\nDisallow: /${'*a'.repeat(20)}b\n`.repeat(400))],
    ['a robots.txt of groups', robots('User-agent: *\n'.repeat(30_000))],
  ])('read %s in another thread, which does not hold this one', async (_what, work) => {
    let answer: unknown;
    const longest = await longestTurn(async () => (answer = await work()), LONGEST_MS);
    expect(['string', 'boolean']).toContain(typeof answer);
    expect(longest).toBeLessThan(LONGEST_MS);
  });
});
