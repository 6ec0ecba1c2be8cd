import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { milliseconds, times } from '../../src/report/format.js';
import { historyLines, historyPage, readHistory, type HistoryLine } from '../../src/report/history.js';
import { spread } from '../../src/harness/statistics.js';

const ROOT = join(import.meta.dirname, '../../../..');
const FILE = 'docs/performance/history.jsonl';
const RUN = { commit: 'abc', date: '2026-11-29', node: '24.1.0', cpu: 'A processor' };

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const written = readFileSync(join(ROOT, FILE), 'utf8');

test('a run records the spread of each bar that it measured', () => {
  const bars = [
    { id: 'P1', what: 'a call', limit: 2, found: spread([1, 3, 2]), format: times },
    { id: 'P2', what: 'a start', limit: 2, found: 7, format: milliseconds },
    { id: 'P3', what: 'not measured', limit: 2, found: undefined, format: times },
  ];
  expect(historyLines(bars, RUN)).toEqual([
    { ...RUN, name: 'P1: a call', unit: 'x', median: 2, p95: 3, runs: 3 },
    { ...RUN, name: 'P2: a start', unit: 'ms', median: 7, p95: null, runs: null },
  ]);
});

test('the page has a row for each bar and machine', () => {
  const line: HistoryLine = { ...RUN, name: 'P1: a call', unit: 'x', median: 2, p95: 3, runs: 3 };
  const page = historyPage([
    line,
    { ...line, median: 4 },
    { ...line, cpu: 'Another one' },
    { ...line, node: '26.0.0' },
  ]);
  expect(page.match(/^(###|\| P).*$/gmu)).toEqual([
    '### A processor, Node 24',
    '| P1: a call | 2 | 2.00x | 4.00x | 3.00x | ▅█ |',
    '### Another one, Node 24',
    '| P1: a call | 1 | 2.00x | 2.00x | 3.00x | █ |',
    '### A processor, Node 26',
    '| P1: a call | 1 | 2.00x | 2.00x | 3.00x | █ |',
  ]);
});

test('every line of the file has all facts, and the page shows the file', () => {
  const lines = readHistory(written);
  const facts = 'commit,date,node,cpu,name,unit,median,p95,runs';
  expect(lines.filter((line) => Object.keys(line).join() !== facts)).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
  // prettier aligns the columns.
  const plain = (text: string) => text.replace(/ +/gu, ' ').replace(/-+/gu, '-').replace(/\s+/gu, ' ').trim();
  const page = readFileSync(join(ROOT, 'docs/performance/history.md'), 'utf8');
  expect(plain(page)).toBe(plain(historyPage(lines)));
});

test('the file only grows, from commit to commit', () => {
  const commits = git('log', '--format=%H', '--', FILE).split('\n').filter(Boolean).reverse();
  const versions = [...commits.map((commit) => git('show', `${commit}:${FILE}`)), written];
  const shortened = versions.filter((text, index) => !text.startsWith(versions[index - 1] ?? ''));
  expect(shortened).toEqual([]);
});
