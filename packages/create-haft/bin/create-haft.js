#!/usr/bin/env node
// Asks for a template and a name, and runs `haft init` of the same version. It has the templates.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

const TEMPLATES = ['node', 'nest', 'express', 'next', 'mcp', 'library'];

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const given = process.argv.slice(2);
const asks = process.stdin.isTTY && process.stdout.isTTY && !given.some((one) => /^(-h|--help)$/.test(one));
const args = asks ? [...given, ...(await missing())] : given;
const npx = spawnSync('npx', ['--yes', `@haft/cli@${version}`, 'init', ...args], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (npx.error) console.error(`npx cannot be started: ${npx.error.message}`);
process.exitCode = npx.status ?? 1;

/** Asks a person for the arguments that the command line has not. */
async function missing() {
  const hasTemplate = given.some((one) => one.startsWith('--template'));
  const hasFolder = given.some((one, index) => !one.startsWith('-') && given[index - 1] !== '--template');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = async (question, or) => (await terminal.question(`${question} (${or}) `)).trim() || or;
  try {
    const template = hasTemplate
      ? []
      : ['--template', await answer(`Template: ${TEMPLATES.join(', ')}?`, TEMPLATES[0])];
    return [...template, ...(hasFolder ? [] : [await answer('Folder?', 'my-tools')])];
  } finally {
    terminal.close();
  }
}
