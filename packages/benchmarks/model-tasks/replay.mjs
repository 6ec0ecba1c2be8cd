// Plays every record again: the messages of a model, sent to the tools of today.
//   node replay.mjs              fails if a task no longer passes, or a model reads a tenth more
//   node replay.mjs --update     writes the counts of today into the records
// A record that a change of the tools makes impossible is played anew, by a reader of `play.mjs`.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const here = import.meta.dirname;
const { values: options } = parseArgs({ options: { update: { type: 'boolean', default: false } } });
const names = readdirSync(join(here, 'records')).sort();
const counts = { passed: 0, failed: 0, skipped: 0 };
await Promise.all(Array.from({ length: availableParallelism() }, takeRecords));
if (counts.skipped > 0) console.log(`${counts.skipped} records need bubblewrap, or the packages of the peer: skipped`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function takeRecords() {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const file = join(here, 'records', name);
    const record = JSON.parse(readFileSync(file, 'utf8'));
    if (!canReplay(record)) {
      counts.skipped++;
      continue;
    }
    const now = await replayed(file);
    const problems = problemsOf(record, now);
    counts[problems.length === 0 ? 'passed' : 'failed']++;
    console.log([`${problems.length === 0 ? 'ok' : 'FAILED'} ${name}`, ...problems].join('\n  '));
    if (options.update) writeFileSync(file, `${JSON.stringify({ ...now, messages: record.messages }, null, 1)}\n`);
  }
}

/** The peer is installed only to play with it. */
function canReplay({ tools, messages }) {
  return tools !== 'mcp-filesystem' && (hasSandbox() || !JSON.stringify(messages).includes('"shell_run"'));
}

function hasSandbox() {
  try {
    execFileSync('bwrap', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Plays a record in a process and a world of its own. Returns the verdict. */
async function replayed(file) {
  const folder = mkdtempSync(join(tmpdir(), 'haft-task-'));
  // The user of the sandbox enters it.
  chmodSync(folder, 0o755);
  try {
    const args = ['--replay', file, '--folder', join(folder, 'world'), '--records', join(folder, 'records')];
    const { stdout } = await promisify(execFile)(process.execPath, [join(here, 'play.mjs'), ...args]);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
