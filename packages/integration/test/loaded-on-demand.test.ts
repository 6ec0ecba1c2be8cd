import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
    files: files.filter((file) => /\/(schema|core|runtime|haft)\/dist\//.test(file)),
  };
}

const callWith = (options: string): string => `
const { createRuntime, defineTool, toolset } = await import('@haft/runtime');
const parameters = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: (args) => JSON.stringify(args) });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun(${options});
console.log((await run.call({ name: 'echo', arguments: '{"a":null}' })).repairs[0].kind);`;

/** Matches the definition of a class or function of a bundle, whose functions are constants. */
function definitionOf(name: string): RegExp {
  return new RegExp(`(class|function) ${name}\\b|[\\s,;]${name}=(class|(async )?function)\\b`);
}

// `module.registerHooks` came with Node 22.15 and 24.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const canWatch = major >= 24 || (major === 22 && minor >= 15);
if (!canWatch)
  console.warn('This Node cannot tell which files are loaded: the tests of what is loaded on demand are left out.');

describe('the files that every start reads', () => {
  const code = ['core', 'runtime', 'haft']
    .map((name) => readFileSync(new URL(`../${name}/dist/index.js`, FOLDER), 'utf8'))
    .join('\n');

  it('import no module of Node: it makes one of its own of each for who does', () => {
    expect(code.match(/\bfrom\s*["']node:[^"']+/g) ?? []).toEqual([]);
  });

  it.each([
    ...['IsolatedThread', 'ResultCache', 'ThreadPool', 'askForCorrection', 'budgetExhausted', 'completedArguments'],
    ...['describeReceived', 'importCollector', 'keepReference', 'redactedOutcome', 'repeatTransient', 'shownSent'],
    ...['standardResult', 'traced', 'unknownTool'],
  ])('leave what few calls need to other files: %s', (name) => {
    expect(code).not.toMatch(definitionOf(name));
  });

  it.each(['DefaultRun', 'finishCall', 'makeCall'])('have what every call needs: %s', (name) => {
    expect(code).toMatch(definitionOf(name));
  });

  it('have no literal with classes of Unicode: V8 looks all their letters up while it reads one', () => {
    expect(code.match(/[^\\]\\[pP]\{\w+\}/g) ?? []).toEqual([]);
  });

  it.each([
    ['leases of the ledger', 'did not renew the leases'],
    ['background calls', 'has no row for the background call'],
    ['the tools for tasks', 'Use the id that the call of the tool returned'],
    ['deferred calls', 'The tool call waits for an approval. Do not call it again: it continues when it is decided.'],
    ['the check of pending runs', 'The pending run cannot be resumed'],
  ])('do not have the code of %s', (_name, text) => {
    const lazy = ['call', 'run'].map((name) =>
      readFileSync(new URL(`../runtime/dist/${name}/on-demand.js`, FOLDER), 'utf8'),
    );
    // Long lines are cut, also inside texts.
    const has = (file: string): boolean => file.replaceAll(/\\?\n/g, '').includes(text);
    expect(has(code)).toBe(false);
    expect(lazy.filter(has)).toHaveLength(1);
  });
});

(canWatch ? describe : describe.skip)('the dialects of providers', () => {
  it('are not loaded by a run without a target', () => {
    const { out, files } = filesOf(callWith(''));
    expect(out).toBe('coercion');
    expect(files.some((file) => file.endsWith('/dist/index.js'))).toBe(true);
    expect(files.filter((file) => file.endsWith('/dialect.js'))).toEqual([]);
  });

  it('are loaded by the first call of a run with one', () => {
    const { out, files } = filesOf(callWith("{ target: 'openai' }"));
    expect(out).toBe('dialect');
    expect(files.filter((file) => file.endsWith('/dist/arguments/dialect/dialects.js'))).toHaveLength(1);
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
  it('is not loaded by a call whose arguments fit: a start opens three files, a validator a fourth', () => {
    const { out, files } = filesOf(echoOf('{"a":1}'));
    expect(out).toBe('success');
    expect(files.map((file) => file.split('/').slice(-3).join('/'))).toEqual([
      'haft/dist/index.js',
      'core/dist/index.js',
      'runtime/dist/index.js',
      'dist/call/on-demand.js',
    ]);
  });

  it('is loaded by the first call whose arguments do not', () => {
    const { out, files } = filesOf(echoOf('{}'));
    expect(out).toBe('retry');
    expect(files.filter((file) => file.endsWith('/runtime/dist/arguments/lazy.js'))).toHaveLength(1);
  });
});

const generalCall = (options: string, execute: string): string => `
const { createRuntime, defineTool, ModelRetry, redact, toolset } = await import('haft');
const parameters = { type: 'object' };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: ${execute} });
const runtime = createRuntime({ toolsets: toolset('echo', [echo])${options} });
await runtime.load();
const loaded = files.length;
const { status } = await runtime.startRun().call({ name: 'echo', arguments: {} });
console.log(JSON.stringify({ status, later: files.length - loaded }));`;

(canWatch ? describe : describe.skip)('the general path of a call', () => {
  const calls: readonly (readonly [string, string, string, string])[] = [
    ['an interceptor', ', interceptors: [{ intercept: (_call, next) => next() }]', '() => 1', 'success'],
    ['a redaction', ', interceptors: [redact({ model: (text) => text })]', '() => 1', 'success'],
    ['a tool that throws', '', '() => { throw new Error("no"); }', 'failed'],
    ['a budget that is used up', ', retries: 0', '() => { throw new ModelRetry("no"); }', 'failed'],
  ];
  it.each(calls)('is loaded by the first call that needs it: %s', (_name, options, execute, status) => {
    const { out, files } = filesOf(generalCall(options, execute).replace('await runtime.load();', ''));
    expect(JSON.parse(out)).toMatchObject({ status });
    expect(files.filter((file) => file.endsWith('/runtime/dist/call/on-demand.js'))).toHaveLength(1);
    expect(files.filter((file) => file.endsWith('/runtime/dist/run/on-demand.js'))).toEqual([]);
  });

  it.each(calls)('is loaded by runtime.load(): %s', (_name, options, execute, status) => {
    expect(JSON.parse(filesOf(generalCall(options, execute)).out)).toEqual({ status, later: 0 });
  });
});

const twoCalls = (before: string): string => `
const { createRuntime, defineTool, toolset } = await import('haft');
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters: { type: 'object' }, execute: () => 1 });
const runtime = createRuntime({ toolsets: toolset('echo', [echo]) });
${before}
const loaded = files.length;
const call = { name: 'echo', arguments: {} };
const outcomes = await runtime.startRun().callAll([call, call]);
console.log(JSON.stringify({ texts: outcomes.map(({ status }) => status), later: files.slice(loaded) }));`;

(canWatch ? describe : describe.skip)('the code of batches', () => {
  const run = (before: string) =>
    JSON.parse(filesOf(twoCalls(before)).out) as { readonly texts: readonly string[]; readonly later: string[] };

  it('is loaded by the first batch, and not by a call', () => {
    const { texts, later } = run(`await runtime.startRun().call({ name: 'echo', arguments: {} });`);
    expect(texts).toEqual(['success', 'success']);
    expect(later.map((file) => file.split('/dist/')[1])).toEqual(['run/batch/call-batch.js']);
  });

  it('is loaded by runtime.load()', () => {
    expect(run('await runtime.load();')).toEqual({ texts: ['success', 'success'], later: [] });
  });
});

const changingTools = (toolsets: string, before: string): string => `
const { createRuntime, defineTool, dynamic, toolset } = await import('haft');
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters: { type: 'object' }, execute: () => 1 });
const prepare = (_run, definitions) => definitions.map((one) => ({ ...one, description: 'Says it again.' }));
const tools = toolset('echo', [echo]);
const runtime = createRuntime({ toolsets: ${toolsets} });
${before}
const loaded = files.length;
const [{ description }] = await runtime.startRun().definitions();
console.log(JSON.stringify({ description, later: files.slice(loaded) }));`;

(canWatch ? describe : describe.skip)('the code of tools that change from step to step', () => {
  const run = (toolsets: string, before = '') =>
    JSON.parse(filesOf(changingTools(toolsets, before)).out) as { readonly description: string; later: string[] };

  it.each([
    ['tools.prepare(prepare)', 'Says it again.'],
    ['dynamic(() => tools)', 'Echoes.'],
  ])('is loaded by the first step, or by runtime.load(): %s', (toolsets, expected) => {
    const { description, later } = run(toolsets);
    expect(description).toBe(expected);
    expect(later.map((file) => file.split('/dist/')[1])).toEqual(['toolsets/wrappers/on-demand.js']);
    expect(run(toolsets, 'await runtime.load();')).toEqual({ description, later: [] });
  });

  it('is not loaded for other tools', () => {
    expect(run('tools')).toEqual({ description: 'Echoes.', later: [] });
    expect(run('tools', 'await runtime.load();').later).toEqual([]);
  });
});

const callOf = (tool: string, before: string, make: string): string => `
const { callChannel, createRuntime, defineTool, toolset } = await import('@haft/runtime');
const parameters = { type: 'object' };
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters, execute: () => 'done' });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun();
const request = { name: '${tool}', arguments: {} };
const traces = [];
${before}
const [{ status }] = [${make}].flat();
console.log(JSON.stringify({ status, traces }));`;

const TRACED = 'callChannel.start.subscribe(({ tool }) => traces.push(tool));';

(canWatch ? describe : describe.skip)('the answer to an unknown name, and a trace', () => {
  it.each(['await run.call(request)', 'await run.call(request, {})', 'await run.callAll([request])'])(
    'load the general path before the call begins: %s',
    (make) => {
      const unknown = filesOf(callOf('ecko', TRACED, make));
      expect(JSON.parse(unknown.out)).toEqual({ status: 'retry', traces: ['ecko'] });
      const traced = filesOf(callOf('echo', TRACED, make));
      expect(JSON.parse(traced.out)).toEqual({ status: 'success', traces: ['echo'] });
      for (const { files } of [unknown, traced])
        expect(files.filter((file) => file.endsWith('/runtime/dist/call/on-demand.js'))).toHaveLength(1);
    },
  );
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
    expect(later.filter((file) => /\/(arguments|call)\/lazy\.js$/.test(file))).toHaveLength(2);
  });
});

const approvedCall = `
const { createRuntime, defineTool, toolset } = await import('haft');
const parameters = { type: 'object', properties: {} };
const pay = defineTool({ name: 'pay', description: 'Pays.', parameters, settings: { approvals: [true] }, execute: () => 'paid' });
const run = createRuntime({ toolsets: toolset('bank', [pay]) }).startRun();
const [asked] = await run.callAll([{ name: 'pay', arguments: {} }]);
const before = files.length;
const [outcome] = await run.resume({ [asked.request.id]: true });
const later = files.slice(before).filter((file) => file.endsWith('/runtime/dist/run/on-demand.js'));
console.log(JSON.stringify({ status: outcome.status, later: later.length, before: files.slice(0, before) }));`;

const nothingPending = `
const { createRuntime, defineTool, toolset } = await import('haft');
const echo = defineTool({ name: 'echo', description: 'Echoes.', parameters: { type: 'object' }, execute: () => 1 });
const run = createRuntime({ toolsets: toolset('echo', [echo]) }).startRun();
await run.call({ name: 'echo', arguments: {} });
const { requests, calls, counters } = run.pending();
await run.end();
console.log(JSON.stringify({ requests, calls, made: counters.calls }));`;

(canWatch ? describe : describe.skip)('the code of calls that wait, with the classes and state of the start', () => {
  const said = (): { readonly status: string; readonly later: number; readonly before: readonly string[] } =>
    JSON.parse(filesOf(approvedCall).out) as ReturnType<typeof said>;

  it('is not loaded by a run that has no such call, and whose pending run is asked', () => {
    const { out, files } = filesOf(nothingPending);
    expect(JSON.parse(out)).toEqual({ requests: [], calls: [], made: 1 });
    expect(files.filter((file) => file.endsWith('/on-demand.js'))).toEqual([]);
  });

  it('is loaded by the first decision', () => {
    const { status, later, before } = said();
    expect({ status, later }).toEqual({ status: 'success', later: 1 });
    expect(before.filter((file) => file.endsWith('/run/on-demand.js'))).toEqual([]);
  });
});

describe('the files that are loaded on demand', () => {
  const folder = new URL('../runtime/dist/', FOLDER);
  const lazy = [
    'arguments/lazy.js',
    'call/lazy.js',
    'call/on-demand.js',
    'run/on-demand.js',
    'run/batch/call-batch.js',
    'toolsets/wrappers/on-demand.js',
    'arguments/dialect/dialects.js',
    'toolsets/search/tool-index.js',
  ];

  it.each(lazy)('share nothing with a start, of which a bundler would make a file: %s', (name) => {
    const code = readFileSync(new URL(name, folder), 'utf8');
    const imported = [...code.matchAll(/\bfrom\s*["']([^"']+)/g)].map(([, from = '']) =>
      from.startsWith('.') ? new URL(from, new URL(name, folder)).href.slice(folder.href.length) : from,
    );
    expect([...lazy, '@haft/schema/dialects']).toEqual(expect.arrayContaining(imported));
  });

  it('have separate errors, which every copy recognises as errors of Haft', async () => {
    const { dialectOf } = await import('@haft/runtime/dialect');
    const { HaftError } = await import('@haft/core');
    const parameters = { type: 'object', properties: { a: {} }, patternProperties: { '^x': {} } } as const;
    const call = (): unknown => dialectOf({ name: 'odd', parameters, strict: true }, 'openai');
    expect(call).toThrow(HaftError);
    expect(call).toThrow(expect.objectContaining({ code: 'HAFT_STRICT_MODE' }));
  });
});
