import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { messageTemplates } from './support/message-templates.js';

/*
 * A reader in a hurry writes what an error says. So an error that names a setting which opens a
 * door says what comes through, or who may open it.
 */

const PACKAGES = join(import.meta.dirname, '../..');

/** Settings that open a door, each with what a text about it says. */
const SETTINGS: readonly (readonly [setting: RegExp, said: RegExp])[] = [
  [/'none'/, /With 'none', no person sees a (change|command)\./],
  [/'global'/, /all users of all tenants|shows the result of one user to all/],
  [/'allow'/, /'requireApproval'/],
  [/'all'/, /'all' shows the calls of all tenants|so that a person approves each command|a list of names/],
  [/allowUnconfined/, /if no other program and no shell of a model changes the root/],
  [/allowHttp/, /inside your own network/],
  [/trustedPattern/, /lets a model block your process/],
  [/allowAddresses/, /^Its address is private: see allowAddresses\.$/],
];

/** Texts of errors about a value of a setting. They advise nothing. */
const FACTS = [
  "allowAddresses has '.*?', which is not an IP address or range.",
  '.*? has `fetch`, which does not use allowAddresses and resolve.',
];

const texts = readdirSync(PACKAGES, { withFileTypes: true }).flatMap((one) => {
  const source = join(PACKAGES, one.name, 'src');
  const files = readdirSync(PACKAGES + `/${one.name}`).includes('src')
    ? readdirSync(source, { recursive: true, encoding: 'utf8' })
    : [];
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
    .flatMap((file) => messageTemplates(readFileSync(join(source, file), 'utf8')))
    .map(({ source: text }) => text.slice(1).replaceAll('\\', ''))
    .filter((text) => /\S \S+ \S/.test(text) && !FACTS.includes(text));
});

it.each(SETTINGS)('each text that names %s says what that opens', (setting, said) => {
  const naming = texts.filter((text) => setting.test(text));
  expect(naming.length).toBeGreaterThan(0);
  expect(naming.filter((text) => !said.test(text))).toEqual([]);
});

it('knows each setting of the packages that allows something', () => {
  const named = new Set(texts.flatMap((text) => text.match(/\b(?:allow|trust)[A-Z]\w+/g) ?? []));
  const known = (name: string): boolean => SETTINGS.some(([setting]) => setting.test(name));
  expect([...named].filter((name) => !known(name))).toEqual([]);
});
