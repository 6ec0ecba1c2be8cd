#!/usr/bin/env node
// Runs the `haft` command of @haft/cli, a development dependency that production does not need.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const command = commandFile(join(process.cwd(), 'package.json')) ?? commandFile(import.meta.filename);
const args = process.argv.slice(2);
if (command !== undefined) await import(pathToFileURL(command).href);
else process.exitCode = (args[0] === 'init' ? initByNpm() : undefined) ?? missing();

/** Returns the file of the command that a module of this place finds. */
function commandFile(place) {
  try {
    return join(createRequire(place).resolve('@haft/cli/package.json'), '../bin/haft.js');
  } catch {
    return undefined;
  }
}

/**
 * Lets npm run the command of the same version: `npx haft init` is the first command in a new
 * folder. Returns its exit code, or nothing if npm did not start this file.
 */
function initByNpm() {
  const npm = process.env['npm_execpath'];
  if (npm === undefined || !/np[mx]-cli\.js$/.test(npm)) return undefined;
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const run = ['exec', '--yes', `--package=@haft/cli@${version}`, '--', 'haft', ...args];
  const npmCli = npm.replace(/npx-cli\.js$/, 'npm-cli.js');
  return spawnSync(process.execPath, [npmCli, ...run], { stdio: 'inherit' }).status ?? 1;
}

function missing() {
  const install = args[0] === 'init' ? `npx @haft/cli ${args.join(' ')}` : 'npm install --save-dev @haft/cli';
  console.error(`The command 'haft' is in the package @haft/cli, which is not installed here. Run: ${install}`);
  return 1;
}
