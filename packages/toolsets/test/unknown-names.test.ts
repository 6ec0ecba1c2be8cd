import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CodeOptions } from '../src/code/code-options.js';
import { PythonOptions } from '../src/code/python/python-options.js';
import { fileToolset } from '../src/file/index.js';
import { HttpOptions } from '../src/http/http-options.js';
import {
  KnowledgeBase,
  localEmbeddings,
  ngramEmbeddings,
  openAiEmbeddings,
  PostgresTextStore,
  SqliteTextStore,
} from '../src/knowledge/index.js';
import { MemoryOptions } from '../src/memory/memory-options.js';
import { planToolset } from '../src/plan/index.js';
import { QueryOptions } from '../src/query/query-options.js';
import { createScheduler, PostgresScheduleStore, scheduleToolset, SqliteScheduleStore } from '../src/schedule/index.js';
import { BraveSearch, SearxngSearch, searchToolset, TavilySearch } from '../src/search/index.js';
import { shellToolset } from '../src/shell/index.js';
import { FolderSkillStore, skillToolset } from '../src/skill/index.js';
import { describeSqlite } from './texts/new-store.js';

/*
 * Each setting of a toolset that is a name as text. One that does not exist is an error when the
 * toolset is made.
 */

const root = mkdtempSync(join(tmpdir(), 'haft-names-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});
const none = {} as never;
const make = <Settings>(create: (settings: Settings) => unknown) => create as (settings: never) => unknown;

const PLACES: readonly (readonly [string, (settings: never) => unknown, object])[] = [
  ['fileToolset', make(fileToolset), { root }],
  ['httpToolset', make((settings: object) => new HttpOptions(settings)), {}],
  ['codeToolset', make((settings: object) => new CodeOptions(settings)), {}],
  ['python of codeToolset', make((settings: object) => new PythonOptions(settings)), {}],
  ['knowledge base', make((settings: never) => new KnowledgeBase(settings)), { store: none }],
  ['memoryToolset', make((settings: never) => new MemoryOptions(settings)), { store: none }],
  ['planToolset', make(planToolset), {}],
  ['queryToolset', make((settings: never) => new QueryOptions(settings)), { root }],
  ['scheduleToolset', make(scheduleToolset), { store: none }],
  ['createScheduler', make(createScheduler), { store: none, startRun: () => none }],
  ['searchToolset', make(searchToolset), { engine: { name: 'x', search: () => [] } }],
  ['BraveSearch', make((settings: never) => new BraveSearch(settings)), { apiKey: 'k' }],
  ['TavilySearch', make((settings: never) => new TavilySearch(settings)), { apiKey: 'k' }],
  ['SearxngSearch', make((settings: never) => new SearxngSearch(settings)), { baseUrl: 'http://x.test' }],
  ['shellToolset', make(shellToolset), { root, unsafe: true }],
  ['skillToolset', make(skillToolset), { store: none }],
  ['localEmbeddings', make(localEmbeddings), { extractor: none, model: 'x', dimensions: 8 }],
  ['openAiEmbeddings', make(openAiEmbeddings), { model: 'x', dimensions: 8 }],
  ['ngramEmbeddings', make(ngramEmbeddings), {}],
  ['SqliteScheduleStore', make((settings: never) => new SqliteScheduleStore(settings)), { file: ':memory:' }],
  ['PostgresScheduleStore', make((settings: never) => new PostgresScheduleStore(settings)), { connectionString: 'x' }],
  ['SqliteTextStore', make((settings: never) => new SqliteTextStore(settings)), { file: ':memory:' }],
  ['PostgresTextStore', make((settings: never) => new PostgresTextStore(settings)), { connectionString: 'x' }],
  ['FolderSkillStore', make((settings: never) => new FolderSkillStore(settings)), { root }],
];

const refused = (text: string) =>
  expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message: expect.stringContaining(text) });

describe('a setting that does not exist', () => {
  it.each(PLACES)('is refused by %s', (_name, create, needed) => {
    expect(() => create({ ...needed, protectt: ['x'] } as never)).toThrow(refused("the option 'protectt'"));
  });
});

describe('a value that does not exist', () => {
  it.each<[string, () => unknown, string]>([
    ['approval of fileToolset', () => fileToolset({ root, approval: 'all' as never }), 'approval'],
    ['deny of fileToolset', () => fileToolset({ root, deny: ['!x'] }), 'deny'],
    ['deny that takes nothing', () => fileToolset({ root, deny: ['/'] }), 'deny'],
    ['protect that is a comment', () => fileToolset({ root, protect: ['#x'] }), 'protect'],
    ['protect with a path that leaves', () => fileToolset({ root, protect: ['../x'] }), 'protect'],
    ['protect with an absolute path', () => fileToolset({ root, protect: [join(root, 'x')] }), 'protect'],
    ['protect that is a text', () => fileToolset({ root, protect: '.env' as never }), 'protect'],
    ['ignore that is a text', () => fileToolset({ root, ignore: '.env' as never }), 'ignore'],
    ['root of fileToolset', () => fileToolset({ root: join(root, 'nowhere') }), 'nowhere'],
    ['approval of shellToolset', () => shellToolset({ root, unsafe: true, approval: 'changes' as never }), 'approval'],
    ['allow of shellToolset', () => shellToolset({ root, unsafe: true, allow: ['git *'] }), 'allow'],
    ['allow with a pattern', () => shellToolset({ root, unsafe: true, allow: ['npm*'] }), 'allow'],
    ['allow that is a text', () => shellToolset({ root, unsafe: true, allow: 'git' as never }), 'allow'],
    ['languages of codeToolset', () => new CodeOptions({ languages: ['ruby' as never] }), 'ruby'],
    ['tools of codeToolset', () => new CodeOptions({ tools: ['crm_*'] }), 'tools'],
    ['approval of skillToolset', () => skillToolset({ store: none, approval: 'all' as never }), 'approval'],
    ['a time zone', () => scheduleToolset({ store: none, timeZone: 'Mars' }), 'Mars'],
    ['compat of planToolset', () => planToolset({ compat: 'x' as never }), 'compat'],
    ['an origin', () => new HttpOptions({ headers: { 'x.test': {} } }), 'x.test'],
    ['an address', () => new HttpOptions({ allowAddresses: ['x'] }), 'x'],
    ['a port', () => new HttpOptions({ ports: ['80' as never] }), 'ports'],
    ['hosts that are a text', () => new HttpOptions({ denyHosts: 'x.test' as never }), 'denyHosts'],
  ])('is refused: %s', (_what, create, text) => {
    expect(create).toThrow(refused(text));
  });
});

describeSqlite('a scope of the knowledge base with a name that does not exist', () => {
  let knowledge: KnowledgeBase;
  beforeAll(() => {
    knowledge = new KnowledgeBase({ store: new SqliteTextStore({ file: ':memory:' }) });
  });
  const scope = { tenant: 'acme' } as never;
  it.each<[string, () => Promise<unknown>]>([
    ['addText', () => knowledge.addText('a', 'text', scope)],
    ['addFolder', () => knowledge.addFolder(root, scope)],
    ['search', async () => knowledge.search('text', scope)],
    ['remove', () => knowledge.remove('a', scope)],
    ['removeAll', async () => knowledge.removeAll(scope)],
    ['list', async () => knowledge.list(scope)],
  ])('is refused by %s, before documents of all users are meant', async (_name, call) => {
    await expect(call()).rejects.toEqual(refused("'tenant'"));
    expect(await knowledge.list()).toEqual([]);
  });
});
