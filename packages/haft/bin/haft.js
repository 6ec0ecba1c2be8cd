#!/usr/bin/env node
// Runs the `haft` command of @haft/cli, a development dependency that production does not need.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const command = commandFile(join(process.cwd(), 'package.json')) ?? commandFile(import.meta.filename);
if (command === undefined) {
  const args = process.argv.slice(2).join(' ');
  const install = args.startsWith('init') ? `npx @haft/cli ${args}` : 'npm install --save-dev @haft/cli';
  console.error(`The command 'haft' is in the package @haft/cli, which is not installed here. Run: ${install}`);
  process.exitCode = 1;
} else {
  await import(pathToFileURL(command).href);
}

/** Returns the file of the command that a module of this place finds. */
function commandFile(place) {
  try {
    return join(createRequire(place).resolve('@haft/cli/package.json'), '../bin/haft.js');
  } catch {
    return undefined;
  }
}
