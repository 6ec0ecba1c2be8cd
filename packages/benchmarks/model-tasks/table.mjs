// Writes the costs of the records between the marks of docs/guide/toolsets/README.md.
//   node table.mjs           writes the page
//   node table.mjs --check   fails if the page would change
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const PAGE = join(import.meta.dirname, '../../../docs/guide/toolsets/README.md');
const MARKS = /(<!-- costs: written by `npm run tasks:table -w @haft\/benchmarks` -->\n)[^]*?(<!-- costs end -->)/;
const PEER = 'mcp-filesystem';
const COLUMNS = ['trips', 'failedCalls', 'written', 'read'];

const folder = join(import.meta.dirname, 'records');
const records = readdirSync(folder)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const before = readFileSync(PAGE, 'utf8');
if (!MARKS.test(before)) throw new Error(`${PAGE} has no marks for the costs.`);
const tables = `${peerTable()}\n\n${taskTable()}`;
const text = before.replace(MARKS, (_all, start, end) => `${start}\n${tables}\n\n${end}`);
const after = await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
if (!process.argv.includes('--check')) writeFileSync(PAGE, after);
else if (after !== before) {
  console.error('The page shows other costs than the records. Run `npm run tasks:table -w @haft/benchmarks`.');
  process.exitCode = 1;
}

/** The file tasks, with Haft and the peer. The sum has the tasks that both played. */
function peerTable() {
  const rows = tasksOf(({ tools }) => tools === 'file' || tools === PEER).map((task) => ({
    task,
    haft: playsOf(task, 'file'),
    peer: playsOf(task, PEER),
  }));
  const both = rows.filter(({ haft, peer }) => haft.length > 0 && peer.length > 0);
  const sum = (side) => COLUMNS.map((column) => both.reduce((total, row) => total + mean(row[side], column), 0));
  const definitions = (tools) => records.find((one) => one.tools === tools)?.definitions ?? '-';
  return [
    table([
      ['task', 'tools', 'passed', 'trips', 'failed calls', 'written', 'read'],
      ...rows.flatMap(({ task, haft, peer }) =>
        [
          ['`file`', haft],
          ['MCP server', peer],
        ].map(([name, plays]) => [task, name, ...cells(plays)]),
      ),
      [`sum of ${both.length}`, '`file`', passed(both.flatMap(({ haft }) => haft)), ...sum('haft').map(shown)],
      [`sum of ${both.length}`, 'MCP server', passed(both.flatMap(({ peer }) => peer)), ...sum('peer').map(shown)],
    ]),
    `The definitions of \`file\` have ${shown(definitions('file'))} tokens, those of the MCP server ${shown(definitions(PEER))}.`,
    ...new Set(records.flatMap(({ note }) => note ?? [])),
  ].join('\n\n');
}

/** All tasks with all toolsets, and the tools that the model called. */
function taskTable() {
  const tasks = tasksOf(({ tools }) => tools === 'all');
  return table([
    ['task', 'tools that the model called', 'passed', 'trips', 'failed calls', 'written', 'read'],
    ...tasks.map((task) => {
      const plays = playsOf(task, 'all');
      const called = plays.flatMap(({ messages }) =>
        messages.flatMap(({ calls = [] }) => calls.map(({ name }) => name)),
      );
      return [task, [...new Set(called)].map((name) => `\`${name}\``).join(', '), ...cells(plays)];
    }),
  ]);
}

function tasksOf(isWanted) {
  return [...new Set(records.filter(isWanted).map(({ task }) => task))];
}

function playsOf(task, tools) {
  return records.filter((one) => one.task === task && one.tools === tools);
}

/** Without a play, a cell says so. */
function cells(plays) {
  if (plays.length === 0) return Array(COLUMNS.length + 1).fill('-');
  return [passed(plays), ...COLUMNS.map((column) => shown(mean(plays, column)))];
}

function passed(plays) {
  return `${plays.filter((one) => one.passed).length} of ${plays.length}`;
}

function mean(plays, column) {
  return plays.reduce((sum, one) => sum + one[column], 0) / plays.length;
}

function shown(value) {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

function table([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
