import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/*
 * A process of its own, from our sources: an open handle would keep it alive, an unhandled
 * rejection would end it with an error.
 */

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, '../../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(here, '..', 'fixtures', 'soak-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program that uses a runtime whose one toolset is defined at run time. */
async function run(program: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const source = join(folder, 'program.ts');
  const output = join(folder, 'program.mjs');
  await writeFile(source, `${PREAMBLE}\n${program}`);
  await build({
    entryPoints: [source],
    outfile: output,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    // As in every other test: from source.
    alias: {
      '@haft/schema': join(packages, 'schema/src/index.ts'),
      '@haft/schema/formats': join(packages, 'schema/src/formats/index.ts'),
      '@haft/schema/basics': join(packages, 'schema/src/basics.ts'),
      '@haft/schema/internal': join(packages, 'schema/src/internal.ts'),
      '@haft/schema/dialects': join(packages, 'schema/src/dialects/index.ts'),
      '@haft/schema/standard': join(packages, 'schema/src/standard/index.ts'),
      '@haft/core': join(packages, 'core/src/index.ts'),
      '@haft/core/internal': join(packages, 'core/src/internal.ts'),
      '@haft/arguments': join(packages, 'arguments/src/index.ts'),
      '@haft/arguments/dialect': join(packages, 'arguments/src/dialect.ts'),
      '@haft/arguments/internal': join(packages, 'arguments/src/internal.ts'),
      '@haft/arguments/lazy': join(packages, 'arguments/src/lazy.ts'),
      '@haft/compose': join(packages, 'compose/src/index.ts'),
      '@haft/compose/internal': join(packages, 'compose/src/internal.ts'),
      '@haft/core/uri-template': join(packages, 'core/src/uri-template/index.ts'),
      '@haft/core/reflected': join(packages, 'core/src/reflected/index.ts'),
    },
  });
  const child = spawn(process.execPath, ['--unhandled-rejections=strict', '--trace-uncaught', output], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  const timer = setTimeout(() => child.kill('SIGKILL'), 50_000);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return { code, stdout, stderr };
}

const PREAMBLE = `
import { ApprovalRequired, ModelRetry, StopRun, ToolFailed } from '@haft/core';
import { createRuntime, defineTool, toolset } from ${JSON.stringify(join(packages, 'runtime/src/index.ts'))};
const parameters = { type: 'object', properties: { how: { type: 'string' } }, additionalProperties: false };
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let calls = 0;
const work = defineTool({
  name: 'work',
  description: 'Works.',
  parameters,
  execute: async ({ how }, run) => {
    switch (how) {
      case 'retry': throw new ModelRetry('Again.');
      case 'fail': throw new ToolFailed('No.');
      case 'crash': throw new TypeError('broken');
      case 'defer': throw new ApprovalRequired();
      case 'late': await wait(15); throw new Error('after its time');
      case 'hang': return new Promise(() => undefined);
      case 'abort': return new Promise((_resolve, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)));
      default: return ++calls;
    }
  },
});
const nothing = () => undefined;
const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const start = (options = {}) => createRuntime({ toolsets: [toolset('soak', [work])], observe: { logger }, ...options });
`;

test('thousands of calls with every kind of end cause no unhandled rejection', async () => {
  const { code, stdout, stderr } = await run(`
    const runtime = start({ limits: { timeoutMs: 10, retries: 1_000_000, concurrency: { runtime: 2000 } } });
    const seen = new Set();
    for (let round = 0; round < 20; round++) {
      const run = runtime.startRun({ signal: new AbortController().signal });
      const ways = ['ok', 'retry', 'fail', 'crash', 'defer', 'late', 'hang', 'abort', 5, 'no such tool'];
      const requests = Array.from({ length: 200 }, (_, i) => ways[i % ways.length]).map((how) =>
        how === 'no such tool' ? { name: 'none' } : { name: 'work', arguments: { how } });
      for (const outcome of await Promise.all(requests.map((request) => run.call(request)))) seen.add(outcome.status + ' ' + (outcome.reason ?? ''));
      await run.callAll(requests.slice(0, 5));
      const cancelled = run.call({ name: 'work', arguments: { how: 'abort' } });
      run.cancel();
      seen.add((await cancelled).status);
      void runtime.startRun().call({ name: 'work', arguments: { how: 'hang' } });
      await run.end();
    }
    await wait(40);
    await runtime.dispose();
    console.log([...seen].sort().join(', '));
  `);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.trim()).toBe('deferred , failed exception, failed timeout, failed tool, interrupted, retry , success');
});

test('100,000 calls and 100,000 runs leave no handle open: the process ends by itself, without an end of the runtime', async () => {
  const { code, stdout, stderr } = await run(`
    const before = process.getActiveResourcesInfo();
    const runtime = start();
    const one = runtime.startRun();
    for (let i = 0; i < 100_000; i++) await one.call({ name: 'work', arguments: '{}' });
    const { signal } = new AbortController();
    for (let i = 0; i < 100_000; i++) {
      const run = runtime.startRun({ signal });
      await run.call({ name: 'work', arguments: {} });
      await run.end();
    }
    // Node 20 is still closing the file of this program, with or without Haft.
    const more = process.getActiveResourcesInfo().filter((name) => !before.includes(name));
    console.log(calls, more.join());
  `);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.trim()).toBe('200000');
});
