import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { textOfMistake } from '../../../core/test/support/text-of-mistake.js';
import { codeToolset } from '../../src/code/index.js';
import { dataToolset } from '../../src/data/index.js';
import { fileToolset } from '../../src/file/index.js';
import { httpToolset } from '../../src/http/index.js';
import { humanToolset } from '../../src/human/index.js';
import { KnowledgeBase, knowledgeToolset, localEmbeddings, openAiEmbeddings } from '../../src/knowledge/index.js';
import { memoryToolset } from '../../src/memory/index.js';
import { planToolset } from '../../src/plan/index.js';
import { queryToolset } from '../../src/query/index.js';
import { refsToolset } from '../../src/refs/index.js';
import { createScheduler, nextSlot, scheduleToolset } from '../../src/schedule/index.js';
import { BraveSearch, SearxngSearch, searchToolset } from '../../src/search/index.js';
import { shellToolset } from '../../src/shell/index.js';
import { FolderSkillStore, skillPins, skillToolset } from '../../src/skill/index.js';

/*
 * Mistakes of people who are new to the toolsets, as JavaScript users can make them, with the whole
 * message. None is silent, none blames the model, and each says what to do.
 */

const any = (value: unknown): never => value as never;
const root = mkdtempSync(join(tmpdir(), 'haft-mistakes-'));
const note = join(root, 'note.txt');
writeFileSync(note, 'hi');
afterAll(() => {
  rmSync(root, { recursive: true });
});
const store = any({});

type Mistake = readonly [what: string, make: () => unknown];
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  files: [
    ['fileToolset of nothing', () => fileToolset(any(undefined))],
    ['fileToolset of a path', () => fileToolset(any(root))],
    ['fileToolset without a root', () => fileToolset(any({}))],
    ['fileToolset with both forms of roots', () => fileToolset({ root, roots: { a: root } })],
    ['fileToolset of a folder that does not exist', () => fileToolset({ root: '/no/such/folder' })],
    ['fileToolset of a relative folder', () => fileToolset({ root: 'work' })],
    ['fileToolset of a file', () => fileToolset({ root: note })],
    ['fileToolset of a list of roots', () => fileToolset(any({ roots: [root] }))],
    ['fileToolset of a number', () => fileToolset(any({ root: 5 }))],
    ['fileToolset with readonly', () => fileToolset(any({ root, readonly: true }))],
    ['fileToolset with true as the approval', () => fileToolset(any({ root, approval: true }))],
    ['fileToolset with a text as a size', () => fileToolset(any({ root, maxFileBytes: '10MB' }))],
    ['fileToolset with one pattern as deny', () => fileToolset(any({ root, deny: '.env' }))],
    ['fileToolset with a pattern that allows', () => fileToolset({ root, deny: ['!.env'] })],
  ],
  commands: [
    ['shellToolset of nothing', () => shellToolset(any(undefined))],
    ['shellToolset without a root', () => shellToolset(any({ unsafe: true }))],
    ['shellToolset with an approval that does not exist', () => shellToolset(any({ root, approval: 'changes' }))],
    ['shellToolset with cwd', () => shellToolset(any({ root, unsafe: true, cwd: '/tmp' }))],
    ['shellToolset of a folder that does not exist', () => shellToolset({ root: '/no/such/folder', unsafe: true })],
  ],
  programs: [
    ['codeToolset of a language', () => codeToolset(any('python'))],
    ['codeToolset with a language that does not exist', () => codeToolset(any({ languages: ['ruby'] }))],
    ['codeToolset with timeout', () => codeToolset(any({ timeout: 5 }))],
    ['planToolset of a number', () => planToolset(any(5))],
    ['planToolset of null', () => planToolset(any(null))],
    ['planToolset with a time of zero', () => planToolset({ timeoutMs: 0 })],
  ],
  web: [
    ['httpToolset of a list of hosts', () => httpToolset(any(['example.com']))],
    ['httpToolset with one host as a text', () => httpToolset(any({ allow: 'example.com' }))],
    ['httpToolset with one host as allowHosts', () => httpToolset(any({ allowHosts: 'example.com' }))],
    ['searchToolset without an engine', () => searchToolset(any({}))],
    ['searchToolset with the name of an engine', () => searchToolset(any({ engine: 'brave' }))],
    ['BraveSearch without a key', () => new BraveSearch(any({}))],
    ['SearxngSearch without an address', () => new SearxngSearch(any({}))],
    ['SearxngSearch with an address without a scheme', () => new SearxngSearch({ baseUrl: 'search.example.com' })],
  ],
  stores: [
    ['memoryToolset without a store', () => memoryToolset(any({}))],
    ['memoryToolset with a path as the store', () => memoryToolset(any({ store: 'memory.db' }))],
    ['memoryToolset with a limit of zero', () => memoryToolset({ store, maxMemories: 0 })],
    ['KnowledgeBase without a store', () => new KnowledgeBase(any({}))],
    ['knowledgeToolset of nothing', () => knowledgeToolset(any(undefined))],
    ['knowledgeToolset of settings', () => knowledgeToolset(any({ store }))],
    ['localEmbeddings without an extractor', () => localEmbeddings(any({ model: 'x', dimensions: 8 }))],
    ['openAiEmbeddings without a model', () => openAiEmbeddings(any({ apiKey: 'k' }))],
    ['skillToolset of a folder', () => skillToolset(any('./skills'))],
    ['skillToolset without a store', () => skillToolset(any({}))],
    ['skillToolset with a pin that is not a hash', () => skillToolset({ store, pins: { a: 'b' } })],
    ['FolderSkillStore without a root', () => new FolderSkillStore(any({}))],
    ['skillPins of a folder', () => skillPins(any('./skills'))],
  ],
  'tables and times': [
    ['queryToolset without a root', () => queryToolset(any({}))],
    ['queryToolset with a language that does not exist', () => queryToolset(any({ root, engine: 'mysql' }))],
    ['dataToolset with settings', () => (dataToolset as (given: unknown) => unknown)({ maxRows: 5 })],
    ['humanToolset with settings', () => (humanToolset as (given: unknown) => unknown)({})],
    ['refsToolset with a store', () => (refsToolset as (given: unknown) => unknown)(store)],
    ['scheduleToolset without a store', () => scheduleToolset(any({}))],
    ['scheduleToolset with a time zone that does not exist', () => scheduleToolset({ store, timeZone: 'Berlin' })],
    ['createScheduler without startRun', () => createScheduler(any({ store }))],
    ['createScheduler without a store', () => createScheduler(any({ startRun: () => undefined }))],
    ['nextSlot of a text', () => nextSlot(any('daily'), new Date())],
    ['nextSlot after a number', () => nextSlot(any(RULE), any(0))],
  ],
};
const RULE = { time: '09:00', recurrence: 'daily', day: '', date: '', timeZone: 'UTC' };

/** Returns the text of a mistake without the folder of this test. */
const told = async (make: () => unknown): Promise<string> => (await textOfMistake(make)).replaceAll(root, 'ROOT');

describe.each(Object.entries(MISTAKES))('%s', (_area, mistakes) => {
  it.each(mistakes)('%s', async (_what, make) => {
    expect(await told(make)).toMatchSnapshot();
  });
});
