/*
 * `npm run bench -w @haft/benchmarks` runs everything and writes docs/performance.md with its
 * tables.
 * `npm run bench -w @haft/benchmarks -- call import` runs some suites and prints their results.
 * With `--write`, it also writes their tables and bars. Those of the other suites stay.
 * With `--compare`, it fails if a ratio is more than a quarter larger than that in the page, and
 * writes no page.
 * With `--record`, it appends the figures to docs/performance/history.jsonl and writes its page.
 * Options: `--rounds 15`, `--sample 100` (milliseconds).
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { barsOf } from './report/bars.js';
import { historyLines, historyPage, readHistory } from './report/history.js';
import { pages, type Pages } from './report/page.js';
import { plainText } from './report/table.js';
import { tablesOf } from './report/tables.js';
import { readPages } from './report/written-page.js';
import { worseBars } from './report/worse-bars.js';
import { writeCallCost } from './report/write-call-cost.js';
import { SUITES } from './suites/suite-names.js';
import type { Results, SuiteName } from './suites/suites.js';

const RESULTS = new URL('results/', import.meta.url);
const SUMMARY = new URL('../../../docs/performance.md', import.meta.url);
const TABLES = new URL('../../../docs/performance/tables.md', import.meta.url);
const HISTORY = new URL('../../../docs/performance/history.jsonl', import.meta.url);
const HISTORY_PAGE = new URL('history.md', HISTORY);
const IMAGES = new URL('../../../docs/images/', import.meta.url);
const WRAP = ['--prose-wrap', 'always', '--print-width', '100'];
const RUN_SUITE = new URL('run-suite.js', import.meta.url).pathname;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '15' },
    sample: { type: 'string', default: '100' },
    write: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const chosen = positionals.length === 0 ? SUITES : SUITES.filter((name) => positionals.includes(name));
const unknown = positionals.filter((name) => !SUITES.some((one) => one === name));
if (unknown.length > 0) throw new Error(`There is no suite ${unknown.join(', ')}; there are ${SUITES.join(', ')}.`);

mkdirSync(RESULTS, { recursive: true });
const results: Partial<Results> = {};
for (const name of chosen) {
  Object.assign(results, { [name]: runSuite(name) });
  for (const table of tablesOf(name, results)) console.log(plainText(table));
}
if (values.compare) compare(results);
if (values.record) record(results);
if (values.write || (positionals.length === 0 && !values.compare)) {
  writePages(results);
  if (results.call !== undefined) writeCallCost(results.call, IMAGES);
  console.log(
    '\nWritten: docs/performance.md and its tables. With the suite call also docs/images/call-cost.json and its plots.',
  );
} else console.log('\ndocs/performance.md stays as it is, without --write.');

/** Fails if a figure is much worse than that of the page. A nightly run finds a slower call so. */
function compare(found: Partial<Results>): void {
  const worse = worseBars(found, readPages(writtenPages()).bars);
  for (const line of worse) console.error(`Worse than before: ${line}`);
  if (worse.length > 0) process.exitCode = 1;
}

/** Appends the figures of this machine to the history. */
function record(found: Partial<Results>): void {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' });
  const processors = cpus();
  const lines = historyLines(barsOf(found), {
    commit: stdout.trim(),
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    cpu: `${processors[0]?.model.trim() ?? 'unknown'} (${processors.length} processors)`,
  });
  appendFileSync(HISTORY, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(HISTORY_PAGE, historyPage(readHistory(readFileSync(HISTORY, 'utf8'))));
  format(HISTORY_PAGE);
  console.log(`\nRecorded: ${lines.length} figures in docs/performance/history.jsonl.`);
}

function writtenPages(): Pages {
  return { summary: readFileSync(SUMMARY, 'utf8'), tables: readFileSync(TABLES, 'utf8') };
}

/** Writes the pages in the format of the whole repository. */
function writePages(found: Partial<Results>): void {
  const date = new Date().toISOString().slice(0, 10);
  const { summary, tables } = pages({ results: found, written: readPages(writtenPages()), date });
  writeFileSync(SUMMARY, summary);
  writeFileSync(TABLES, tables);
  format(SUMMARY, TABLES);
}

function format(...files: readonly URL[]): void {
  const prettier = createRequire(import.meta.url).resolve('prettier/bin/prettier.cjs');
  const paths = files.map(({ pathname }) => pathname);
  spawnSync(process.execPath, [prettier, '--write', ...WRAP, ...paths], { stdio: 'ignore' });
}

function stored(name: SuiteName): unknown {
  const file = new URL(`${name}.json`, RESULTS);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}

/** Runs a suite. Reports one that fails and leaves it out, so that the others continue. */
function runSuite(name: SuiteName): unknown {
  const file = new URL(`${name}.json`, RESULTS);
  rmSync(file, { force: true });
  console.log(`\nSuite ${name} ...`);
  const flags = ['--expose-gc', '--max-old-space-size=6144'];
  const { status } = spawnSync(
    process.execPath,
    [...flags, RUN_SUITE, name, values.rounds, values.sample, file.pathname],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', OPENAI_AGENTS_DISABLE_TRACING: '1' },
    },
  );
  if (status === 0) return stored(name);
  process.exitCode = 1;
  return undefined;
}
