import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ownFolder } from './support/own-folder.js';

/*
 * A tree of packages in which a library has a second copy of `@haft/runtime` and `@haft/testing`.
 * The objects of the library must have the same meaning in the runtime of the application.
 */

const root = ownFolder('two-runtimes');
const packages = join(import.meta.dirname, '../..');

const LIBRARY = `export { decision, decisions, defineTool, forTools, policy, redact, retryTransient, toolset } from '@haft/runtime';
export { testToolset } from '@haft/testing';
`;

const APPLICATION = `import * as haft from 'haft';
import * as library from './library/index.mjs';

const parameters = { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false };
const options = { name: 'send', description: 'Sends.', parameters, hints: { idempotent: true } };
const tools = (from, more) => from.toolset('mail', [from.defineTool({ ...options, execute: ({ text }) => 'sent ' + text, ...more })]);
const call = { id: 'c1', name: 'send', arguments: { text: 'secret' } };
const shown = ({ status, text, request, attempts }) => [status, text ?? request?.kind];
const withInterceptor = async (...interceptors) =>
  shown(await haft.createRuntime({ toolsets: tools(haft), interceptors }).startRun().call(call));

const outcomes = { isCopy: haft.policy !== library.policy };
outcomes.policy = await withInterceptor(library.policy(() => ({ deny: 'Not today.' })));
outcomes.policyForTools = await withInterceptor(haft.forTools('send', library.policy(() => ({ deny: 'Not today.' }))));
outcomes.redact = await withInterceptor(library.redact({ model: (text) => text.replaceAll('secret', '***') }));
outcomes.redactForTools = await withInterceptor(library.forTools('other', haft.redact({ model: () => 'nothing' }), { optional: true }));
outcomes.toolset = shown(await haft.createRuntime({ toolsets: tools(library) }).startRun().call(call));
outcomes.testToolset = shown(await library.testToolset(tools(haft)).call('send', { text: 'a' }));

const waiting = haft.createRuntime({ toolsets: haft.compose(tools(haft)).requireApproval() }).startRun();
await waiting.call(call);
outcomes.decisions = (await waiting.resume(library.decisions().rest('deny'))).map(shown);

let tries = 0;
const flaky = tools(haft, { execute: () => { if (++tries < 3) throw new Error('busy'); return 'sent at last'; } });
const retrying = library.retryTransient({ attempts: 3, delayMs: 1 });
outcomes.retryTransient = shown(await haft.createRuntime({ toolsets: flaky, interceptors: [retrying], observe: { logger: { debug() {}, info() {}, warn() {}, error() {} } } }).startRun().call(call));
console.log(JSON.stringify(outcomes));
`;

describe('objects of a second copy of @haft/runtime, in an application of haft', () => {
  let outcomes: Readonly<Record<string, unknown>>;

  beforeAll(() => {
    for (const name of ['runtime', 'testing']) {
      const copy = join(root, 'library/node_modules/@haft', name);
      mkdirSync(copy, { recursive: true });
      for (const part of ['dist', 'package.json'])
        cpSync(join(packages, name, part), join(copy, part), { recursive: true });
    }
    writeFileSync(join(root, 'library/index.mjs'), LIBRARY);
    writeFileSync(join(root, 'application.mjs'), APPLICATION);
    const text = execFileSync(process.execPath, [join(root, 'application.mjs')], { encoding: 'utf8' });
    outcomes = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as typeof outcomes;
    expect(outcomes['isCopy']).toBe(true);
  }, 60_000);

  it.each<[string, unknown]>([
    ['policy', ['denied', 'Not today.']],
    ['policyForTools', ['denied', 'Not today.']],
    ['redact', ['success', 'sent ***']],
    ['redactForTools', ['success', 'sent secret']],
    ['toolset', ['success', 'sent secret']],
    ['testToolset', ['success', 'sent a']],
    ['decisions', [['denied', 'The tool call was denied.']]],
    ['retryTransient', ['success', 'sent at last']],
  ])('%s works', (name, expected) => {
    expect(outcomes[name]).toEqual(expected);
  });
});
