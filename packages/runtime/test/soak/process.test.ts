import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/*
 * A process of its own, from our sources: an open handle would keep it alive, an unhandled
 * rejection would end it with an error, and nothing else uses its memory.
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
  const child = spawn(process.execPath, ['--unhandled-rejections=strict', '--trace-uncaught', '--expose-gc', output], {
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

/** In bytes for each call: less than the smallest object that a call could leave. */
const MOST = 50;

describe('30,000 calls, 30,000 runs and 6,000 refused calls', () => {
  let ended: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    ended = await run(`
      import { Tool, Toolset } from '@haft/core';
      import { setImmediate as nextTurn } from 'node:timers/promises';
      import { reflect } from ${JSON.stringify(join(here, '../support/reflect.ts'))};

      @Toolset()
      class Echo {
        @Tool()
        async echo(value) {
          calls++;
          return value;
        }
        @Tool()
        async look(run) {
          calls++;
          return run.signal.aborted;
        }
      }
      const echo = reflect(Echo, { echo: { parameters: { value: { type: 'number' } } }, look: { parameters: { run: {} } } });

      // A collection leaves what weak references hold until the turn ends. Later ones free it. They
      // never free what is kept.
      async function keptBytes() {
        let least = Infinity;
        for (let i = 0; i < 4; i++) {
          await nextTurn();
          globalThis.gc();
          least = Math.min(least, process.memoryUsage().heapUsed);
        }
        return least;
      }
      async function growthOf(work) {
        await work(5_000);
        const before = await keptBytes();
        await work(30_000);
        return ((await keptBytes()) - before) / 30_000;
      }

      const handles = process.getActiveResourcesInfo();
      const runtime = start({ toolsets: [toolset('soak', [work]), echo, new Echo()] });
      const one = runtime.startRun({ signal: new AbortController().signal });
      const ofCalls = await growthOf(async (times) => {
        for (let i = 0; i < times; i++) {
          const [name, args] = [['work', {}], ['look', {}], ['echo', \`{"value":\${i}}\`]][Math.min(i % 10, 2)];
          await one.call({ id: \`c\${i}\`, name, arguments: args });
        }
      });
      const { signal } = new AbortController();
      const ofRuns = await growthOf(async (times) => {
        for (let i = 0; i < times; i++) {
          const run = runtime.startRun({ signal });
          await run.call({ id: 'c', name: 'echo', arguments: '{"value":1}' });
          await run.end();
        }
      });
      const ofRefusals = await growthOf(async (times) => {
        const run = runtime.startRun({ retries: 1_000_000 });
        for (let i = 0; i < times / 10; i++) {
          await run.call({ name: 'echo', arguments: \`{"value":"\${i}x"}\` });
          await run.call({ name: \`no_\${i}\` });
        }
      });
      // Node 20 is still closing the file of this program, with or without Haft.
      const open = process.getActiveResourcesInfo().filter((name) => !handles.includes(name));
      console.log(JSON.stringify({ calls, open, ofCalls, ofRuns, ofRefusals }));
    `);
  });

  test('leave no handle open: the process ends by itself, without an end of the runtime', () => {
    expect(ended).toMatchObject({ stderr: '', code: 0 });
    expect(JSON.parse(ended.stdout)).toMatchObject({ calls: 70_000, open: [] });
  });

  test.each(['ofCalls', 'ofRuns', 'ofRefusals'])('leave nothing in memory: %s', (kind) => {
    expect((JSON.parse(ended.stdout) as Record<string, number>)[kind]).toBeLessThan(MOST);
  });
});
