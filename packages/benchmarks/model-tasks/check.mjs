// The verdict of a task. A check returns the problems that it finds in the final world.
//   node check.mjs records/*.json                      prints a table of records
//   node check.mjs --goals goals.json records/*.json   compares them with the goals
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Returns the problems: none means that the task is done. */
export async function verdictOf(from, task, facts) {
  const { checks } = await import(pathToFileURL(join(from, 'tasks/checks.mjs')));
  const problems = [];
  await checks[task.check](facts, (isRight, problem) => {
    if (!isRight && !problems.includes(problem)) problems.push(problem);
  });
  return problems;
}

const COLUMNS = [
  'task',
  'tools',
  'passed',
  'trips',
  'calls',
  'failedCalls',
  'written',
  'read',
  'definitions',
  'input',
  'inputCached',
  'asked',
];
const SUMMED = ['trips', 'calls', 'failedCalls', 'written', 'read', 'input', 'inputCached', 'asked'];

/** A Markdown table of records, with a sum for each set of tools. */
export function tableOf(records) {
  const sums = [...new Set(records.map(({ tools }) => tools))].map((tools) => {
    const own = records.filter((record) => record.tools === tools);
    const sum = {
      task: 'sum',
      tools,
      passed: `${own.filter(({ passed }) => passed).length}/${own.length}`,
      definitions: '',
    };
    for (const column of SUMMED) sum[column] = own.reduce((total, record) => total + record[column], 0);
    return sum;
  });
  const shown = [...records.map((record) => ({ ...record, passed: record.passed ? 'yes' : 'no' })), ...sums];
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...shown.map((record) => COLUMNS.map((column) => record[column]))];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Compares records with the goals: what a good toolset would need. */
export function comparisonOf(records, goals) {
  const rows = [['task', 'trips', 'goal', 'written', 'goal', 'read', 'goal'], Array(7).fill('---')];
  const sum = Array(6).fill(0);
  for (const record of records) {
    const goal = goals[record.task];
    if (!goal) continue;
    const row = ['trips', 'written', 'read'].flatMap((column) => [record[column], goal[column]]);
    row.forEach((value, i) => (sum[i] += value));
    rows.push([record.task, ...row]);
  }
  rows.push(['sum', ...sum]);
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

if (import.meta.filename === process.argv[1]) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { goals: { type: 'string' } } });
  const records = positionals.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  console.log(values.goals ? comparisonOf(records, JSON.parse(readFileSync(values.goals, 'utf8'))) : tableOf(records));
  for (const { task, tools, problems } of records)
    for (const problem of problems) console.log(`${task} (${tools}): ${problem}`);
}
