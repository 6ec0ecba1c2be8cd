// Plays every record again: the messages of a model, sent to the tools of today.
//   node replay.mjs              fails if a task no longer passes, or a model reads a tenth more
//   node replay.mjs --only all.1 plays the records with this in their names
//   node replay.mjs --update     writes the counts of today into the records
// A record that a change of the tools makes impossible is played anew, by a reader of `play.mjs`.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { tableOf } from './check.mjs';
import { replayed } from './game.mjs';
import { SERVER } from './mcp-tools.mjs';
import { hasSandbox } from './runtime.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    update: { type: 'boolean', default: false },
    from: { type: 'string', default: import.meta.dirname },
  },
});
const records = join(options.from, 'records');
const folder = mkdtempSync(join(tmpdir(), 'haft-tasks-'));
// The user of the sandbox enters it.
chmodSync(folder, 0o755);
const [canRunShell, canRunPeer] = [hasSandbox(folder), existsSync(SERVER)];
const verdicts = [];
let failed = 0;
let skipped = 0;
try {
  for (const name of readdirSync(records).sort()) if (name.includes(options.only)) await takeRecord(name);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(tableOf(verdicts));
if (skipped > 0) console.log(`notice: ${skipped} records need bubblewrap, or the packages of the peer: skipped`);
console.log(`${verdicts.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function takeRecord(name) {
  const file = join(records, name);
  const record = JSON.parse(readFileSync(file, 'utf8'));
  const tools = toolsFor(record);
  if (tools === undefined) return void skipped++;
  const now = await verdictOf({ ...record, tools });
  verdicts.push({ ...now, tools: record.tools });
  const problems = problemsOf(record, now);
  // A record keeps a play that passes, and its counts are those with all of its tools.
  const isUpdated = options.update && now.passed && now.failedCalls <= record.failedCalls && tools === record.tools;
  // Its messages have addresses with the port of the first play.
  if (isUpdated) writeFileSync(file, await formatted({ ...record, ...now, sitePort: record.sitePort }));
  if (problems.length === 0 || isUpdated) return;
  failed++;
  console.log([`FAILED ${name}`, ...problems].join('\n  '));
}

/** The form in which the repository has records. */
function formatted(record) {
  return format(JSON.stringify(record), { parser: 'json', printWidth: 120 });
}

/** The toolsets for a record. Without a sandbox, a play that needs no shell has none. */
function toolsFor({ tools, messages }) {
  if (tools === 'mcp-filesystem') return canRunPeer ? tools : undefined;
  if (canRunShell) return tools;
  return JSON.stringify(messages).includes('"shell_run"') ? undefined : `${tools},-shell`;
}

/** Plays a record in a world of its own. */
async function verdictOf(record) {
  const places = { from: options.from, folder: join(folder, 'world'), records: join(folder, 'records') };
  try {
    return await replayed(record, { ...places, play: '1', 'site-port': '0' });
  } catch (error) {
    return { ...record, passed: false, problems: [String(error.stack)] };
  }
}

/** Texts may get shorter. A text that grows by more than a tenth is reported. */
function problemsOf({ read, failedCalls }, now) {
  const hasGrown = now.read > Math.max(read * 1.1, read + 20);
  return [
    ...now.problems,
    ...(now.failedCalls > failedCalls ? [`${now.failedCalls} calls fail, ${failedCalls} in the record`] : []),
    ...(hasGrown ? [`the model reads ${now.read} tokens, ${read} in the record`] : []),
  ];
}
