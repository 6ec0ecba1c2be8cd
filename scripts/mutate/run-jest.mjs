import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in one process. More would fill its memory. */
const BATCH = 25;
/** The milliseconds without a new line in the log after which the process is blocked. */
const BLOCKED = { mutant: 45_000, measuring: 300_000 };

export const readLog = (log) =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Runs the test files with the plan. A mutant that blocks or ends the process counts as killed. */
export async function runFiles({ root, work, config, log, progress = console.error }, files, plan) {
  writeFileSync(log, '');
  const planned = join(work, 'plan.json');
  const isDecided = () => new Set(readLog(log).flatMap(({ killed }) => killed ?? []));
  let left = [...files];
  while (left.length > 0) {
    const killed = isDecided();
    const later = plan.later && mapValues(plan.later, (all) => all.filter(({ mutant }) => !killed.has(mutant)));
    if (later !== undefined) left = left.filter((file) => later[file].length > 0);
    if (left.length === 0) break;
    writeFileSync(planned, JSON.stringify({ log, mutants: plan.mutants.filter((id) => !killed.has(id)), later }));
    const batch = left.slice(0, later === undefined ? BATCH : 5);
    const output = await runJest(root, config, batch, planned, log);
    const lines = readLog(log);
    const done = new Set(lines.filter((line) => line.done).map(({ file }) => file));
    const blocked = lines.findLast(({ done: end, start, end: ended }) => end ?? start ?? ended);
    if (blocked?.start !== undefined && !done.has(blocked.file)) {
      const line = { file: blocked.file, killed: blocked.start, by: 'a time-out, or the end of the process' };
      appendFileSync(log, `${JSON.stringify(line)}\n`);
    } else if (!batch.every((file) => done.has(file))) {
      const first = batch.find((file) => !done.has(file));
      appendFileSync(log, `${JSON.stringify({ file: first, done: true, error: output.slice(-2000) })}\n`);
      done.add(first);
    }
    left = left.filter((file) => !done.has(file));
    progress(`${files.length - left.length} of ${files.length} test files, ${isDecided().size} mutants killed`);
  }
  return readLog(log);
}

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** Runs Jest once, and ends it when the log stops. */
function runJest(root, config, files, plan, log) {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-old-space-size=3000'];
  const args = [
    ...flags,
    jest,
    '--config',
    config,
    '--runInBand',
    '--forceExit',
    '--silent',
    '--ci',
    '--runTestsByPath',
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, HAFT_MUTATION_PLAN: plan },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = (output + text).slice(-20_000)));
  const started = Date.now();
  const watch = setInterval(() => {
    const silent = Date.now() - Math.max(started, statSync(log).mtimeMs);
    if (silent < BLOCKED.mutant) return;
    const hasMutant = readLog(log).at(-1)?.start !== undefined;
    if (silent > (hasMutant ? BLOCKED.mutant : BLOCKED.measuring)) child.kill('SIGKILL');
  }, 2000);
  return new Promise((resolve) => {
    child.on('close', () => {
      clearInterval(watch);
      resolve(output);
    });
  });
}
