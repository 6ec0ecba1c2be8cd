// Runs the tests several times while other processes take the processor, so that tests that depend
// on time fail here:
//   npm run test:load -- [--runs 10] [--load 6] [-- arguments of jest]
// `-- --shard=1/4` runs a quarter of the tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, load: { type: 'string', default: '6' } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), 'haft-load-'));

// Each process keeps one processor busy, with short pauses, so that it also competes for memory and
// scheduling.
const BURN =
  'const list = []; for (;;) { list.push(JSON.stringify({ a: Math.random() })); if (list.length > 1e5) list.length = 0; }';
const burners = Array.from({ length: Number(values.load) }, () =>
  spawn(process.execPath, ['-e', BURN], { stdio: 'ignore' }),
);
const stop = () => burners.forEach((child) => child.kill('SIGKILL'));
process.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const failures = new Map();
for (let run = 1; run <= Number(values.runs); run++) {
  const output = join(folder, `${run}.json`);
  const started = Date.now();
  const code = await jest(['--json', `--outputFile=${output}`, '--silent', ...positionals]);
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(output, 'utf8'));
  console.log(
    `run ${run}: ${numPassedTests} passed, ${numFailedTests} failed, exit ${code} (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  for (const { name, message, status, assertionResults } of testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    for (const { fullName, failureMessages } of failed) note(`${name}: ${fullName}`, failureMessages[0]);
    if (status === 'failed' && failed.length === 0) note(name, message);
  }
}
for (const [title, { count, first }] of failures) console.log(`\nfailed ${count} times: ${title}\n${first}`);
console.log(`\n${failures.size} tests failed at least once in ${values.runs} runs under a load of ${values.load}`);
stop();
process.exitCode = failures.size > 0 ? 1 : 0;

function note(title, message) {
  const known = failures.get(title);
  failures.set(title, { count: (known?.count ?? 0) + 1, first: known?.first ?? message });
}

function jest(args) {
  const options = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('close', resolve);
  });
}
