import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const FOLDER = new URL('..', import.meta.url);

/**
 * Runs a program with the built packages. Returns its output, and the files of Haft that it opened.
 */
function filesOf(program: string): { readonly out: string; readonly files: readonly string[] } {
  const watched = `
import { registerHooks } from 'node:module';
const files = [];
registerHooks({ load(url, context, next) { files.push(url); return next(url, context); } });
${program}
console.log(JSON.stringify(files));`;
  const lines = execFileSync(process.execPath, ['--input-type=module', '-e', watched], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  const files = JSON.parse(lines.at(-1) ?? '[]') as readonly string[];
  return {
    out: lines.slice(0, -1).join('\n'),
    files: files.filter((file) => /\/(schema|core|arguments|runtime|haft)\/dist\//.test(file)),
  };
}

const callWith = (options: string): string => `
const { createRuntime, defineTool, toolset } = await import('@haft/runtime');
const parameters = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: (args) => JSON.stringify(args) });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun(${options});
console.log((await run.call({ name: 'echo', arguments: '{"a":null}' })).repairs[0].kind);`;

// `module.registerHooks` came with Node 22.15 and 24.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const canWatch = major >= 24 || (major === 22 && minor >= 15);
if (!canWatch)
  console.warn('This Node cannot tell which files are loaded: the tests of what is loaded on demand are left out.');

/** A part of the code for invalid arguments that is in no other file. */
const OF_INVALID = 'function writeRetryPrompt(';

(canWatch ? describe : describe.skip)('a start', () => {
  const { files } = canWatch ? filesOf("await import('haft');") : { files: [] };
  const read = (file: string): string => readFileSync(fileURLToPath(file), 'utf8');

  it('does not read the code for invalid arguments, or the check of a schema', () => {
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => read(file).includes(OF_INVALID))).toEqual([]);
    expect(files.filter((file) => /\/schema\/dist\/(?!basics\.js|formats\/|chunks\/)/.test(file))).toEqual([]);
  });

  it('imports no module of Node: it makes one of its own of each for who does', () => {
    expect(files.filter((file) => /\bfrom\s*["']node:/.test(read(file)))).toEqual([]);
  });
});

(canWatch ? describe : describe.skip)('the dialects of providers', () => {
  it('are not loaded by a valid call of a run without a target', () => {
    expect(filesOf(echoOf('{"a":1}')).files.filter((file) => file.includes('/dialects'))).toEqual([]);
  });

  it('are loaded by the first call of a run with one', () => {
    const { out, files } = filesOf(callWith("{ target: 'openai' }"));
    const loaded = files.filter((file) => file.endsWith('/schema/dist/dialects/index.js'));
    expect([out, loaded.length]).toEqual(['dialect', 1]);
  });
});

const checkedBy = (keyword: string): string => `
const { createRuntime, defineTool, toolset } = await import('haft');
const parameters = { type: 'object', properties: { a: { type: 'string' } }, ${keyword}: false };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: () => 'done' });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun();
console.log((await run.call({ name: 'echo', arguments: { b: 1 } })).status);
console.log(Object.keys((await import('node:module')).default._cache).some((file) => /[/\\\\]ajv[/\\\\]/.test(file)));`;

(canWatch ? describe : describe.skip)('ajv', () => {
  it('is not loaded for keywords that Haft checks itself [DEF-5]', () => {
    expect(filesOf(checkedBy('additionalProperties')).out).toBe('retry\nfalse');
  });

  it('is loaded for one that it alone knows [DEF-5]', () => {
    expect(filesOf(checkedBy('unevaluatedProperties')).out).toBe('retry\ntrue');
  });
});

const echoOf = (args: string): string => `
const { createRuntime, defineTool, toolset } = await import('haft');
const parameters = { '~standard': { version: 1, vendor: 'own', validate: (value) => 'a' in value ? { value } : { issues: [{ message: 'no' }] } } };
const options = { name: 'echo', description: 'Echoes.', parameters, jsonSchema: { type: 'object' }, execute: () => 'done' };
const run = createRuntime({ toolsets: toolset('echo', [defineTool(options)]) }).startRun();
console.log((await run.call({ name: 'echo', arguments: '${args}' })).status);`;

(canWatch ? describe : describe.skip)('what mends and refuses arguments', () => {
  const lazy = (args: string): readonly unknown[] => {
    const { out, files } = filesOf(echoOf(args));
    return [out, files.filter((file) => readFileSync(fileURLToPath(file), 'utf8').includes(OF_INVALID)).length];
  };

  it('is not loaded by a call whose arguments fit', () => {
    expect(lazy('{"a":1}')).toEqual(['success', 0]);
  });

  it('is loaded by the first call whose arguments do not', () => {
    expect(lazy('{}')).toEqual(['retry', 1]);
  });
});

const REFUSED: readonly (readonly [string, string])[] = [
  ['wrong values', `{ count: 'many', list: [1], on: 5 }`],
  ['a value that can be converted', `{ count: '3' }`],
  ['broken JSON', `"{'count': 3, 'list': ['a',],}"`],
  ['a text that is not JSON', `"count is 3"`],
  ['a misspelt name', `{ cuont: 3 }`],
];

const refusedAfter = (before: string): string => `
const { createRuntime, defineTool, toolset } = await import('haft');
const properties = {
  count: { type: 'integer', minimum: 1 },
  list: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
  on: { type: 'string', format: 'date-time' },
};
const parameters = { type: 'object', properties, required: ['count'], additionalProperties: false };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: () => 'done' });
const runtime = createRuntime({ toolsets: toolset('echo', [echo]) });
${before}
const loaded = files.length;
const texts = [];
for (const args of [${REFUSED.map(([, args]) => args).join(', ')}]) {
  const run = runtime.startRun();
  // The second prompt about a problem says more than the first.
  for (let i = 0; i < 2; i++) texts.push((await run.call({ name: 'echo', arguments: args })).status);
}
console.log(JSON.stringify({ texts, later: files.slice(loaded) }));`;

const READ_AGAIN = ['retry', 'retry'];
const EXECUTED = ['success', 'success'];

(canWatch ? describe : describe.skip)('runtime.load()', () => {
  const run = (before: string) =>
    JSON.parse(filesOf(refusedAfter(before)).out) as { readonly texts: readonly string[]; readonly later: string[] };

  it('loads all files of calls with invalid arguments', () => {
    const { texts, later } = run('await runtime.load();');
    expect(texts).toEqual([...READ_AGAIN, ...EXECUTED, ...EXECUTED, ...READ_AGAIN, ...READ_AGAIN]);
    expect(later).toEqual([]);
  });

  it('is not needed: the calls load these files', () => {
    const { texts, later } = run('');
    expect(texts).toEqual([...READ_AGAIN, ...EXECUTED, ...EXECUTED, ...READ_AGAIN, ...READ_AGAIN]);
    expect(later).not.toEqual([]);
  });
});

describe('the lazily loaded dialects', () => {
  it('throw errors that are errors of Haft', async () => {
    const { dialectOf } = await import('@haft/runtime/dialect');
    const { HaftError } = await import('@haft/core');
    const parameters = { type: 'object', properties: { a: {} }, patternProperties: { '^x': {} } } as const;
    const call = (): unknown => dialectOf({ name: 'odd', parameters, strict: true }, 'openai');
    expect(call).toThrow(HaftError);
    expect(call).toThrow(expect.objectContaining({ code: 'HAFT_STRICT_MODE' }));
  });
});
