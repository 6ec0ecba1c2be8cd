import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ModelCall, Reading } from '../conversation.js';

const haft = fileURLToPath(new URL('../bin/haft.js', import.meta.resolve('@haft/cli')));
const project = fileURLToPath(new URL('../..', import.meta.url));

/** `READER=ada npx haft call library_lend '{"isbn":"9780142437247"}'`: a process for each call. */
export async function byCommandLine(calls: readonly ModelCall[], reader: string): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const { name, arguments: args } of calls) {
    readings.push(await haftCall([name, JSON.stringify(args)], { ...process.env, READER: reader }));
  }
  return readings;
}

/** Runs `haft call`. The output is the text, and the exit code shows whether the call succeeded. */
function haftCall(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Reading> {
  return new Promise((resolve) => {
    execFile(process.execPath, [haft, 'call', ...args], { cwd: project, env }, (error, stdout) => {
      resolve({ text: stdout.trimEnd(), isError: error !== null });
    });
  });
}
