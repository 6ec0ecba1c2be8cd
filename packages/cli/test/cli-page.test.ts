import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { haftInThread } from './support/haft.js';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## haft /m)
    .slice(1)
    .map((text) => [/^\w+/.exec(text)?.[0] ?? '', text]),
);
const help = (...args: string[]) => haftInThread(process.cwd(), [...args, '--help']).out;
const commands = commandsIn(help()).filter((name) => name !== 'help');
const longOptions = (text: string) =>
  [...new Set(text.match(/--[a-z][a-z-]*/g) ?? [])].filter((one) => one !== '--help');

test('the page of the haft command has a section for every command and no other', () => {
  expect([...sections.keys()].sort()).toEqual([...new Set(commands)].sort());
});

test.each([...sections.keys()])('the page has every option of haft %s and no other', (command) => {
  const printed = help(command);
  const ownCommands = commandsIn(printed).filter((name) => name !== 'help');
  const wanted = [printed, ...ownCommands.map((name) => help(command, name))].flatMap(optionsIn);
  const section = (sections.get(command) ?? '').replace(/```[^]*?```|`haft dev -- nest start --watch`/g, '');
  expect(longOptions(section).sort()).toEqual([...new Set(wanted)].filter((one) => one !== '--help').sort());
});

function optionsIn(printed: string): readonly string[] {
  const options = printed.slice(printed.indexOf('\nOptions:'), endOfOptions(printed));
  return [...options.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z-]*)/gm)].map(([, name = '']) => name);
}

/** Returns the commands of a help. */
function commandsIn(printed: string): readonly string[] {
  const [, list = ''] = printed.split('\nCommands:\n');
  return [...(list.split('\n\n')[0] ?? '').matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name);
}

/** Examples follow the options after an empty line. */
function endOfOptions(printed: string): number {
  const end = printed.indexOf('\n\n', printed.indexOf('\nOptions:'));
  return end === -1 ? printed.length : end;
}
