import { createRuntime, type Run } from '@haft/runtime';
import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import { Command } from '@langchain/langgraph';
import { z } from 'zod';
import { fromLangChain, type FromLangChainOptions } from '../../src/langchain.js';

const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const nothing = { type: 'object', properties: {} } as const;

const search = tool(
  async ({ query, limit }, config) => `${query} x${limit} for ${(config.context as { readonly user: string }).user}`,
  {
    name: 'search',
    description: 'Searches.',
    schema: z.object({ query: z.string().trim().min(1), limit: z.number().int().min(1).max(10).default(3) }),
  },
);
const plain = tool(async (args) => ({ got: (args as { readonly size: number }).size }), {
  name: 'plain',
  description: 'Takes a JSON Schema.',
  schema: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } }, required: ['size'] },
});
const picture = tool(
  async () => [
    [
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ],
    { width: 1 },
  ],
  { name: 'picture', description: 'Draws.', schema: nothing, responseFormat: 'content_and_artifact' },
);
const count = tool(
  async function* () {
    yield 'one';
    yield 'two';
    return 'three';
  },
  { name: 'count', description: 'Counts.', schema: nothing },
);
const leak = tool(
  async () => {
    throw new Error('hunter2');
  },
  { name: 'leak', description: 'Throws.', schema: nothing },
);
const wait = tool(
  (_args, config) =>
    new Promise<string>((resolve) => config.signal?.addEventListener('abort', () => resolve('too late'))),
  { name: 'wait', description: 'Waits.', schema: nothing },
);
const route = tool(async () => new Command({ goto: 'end' }), {
  name: 'route',
  description: 'Routes.',
  schema: nothing,
});
const tools: StructuredToolInterface[] = [search, plain, picture, count, leak, wait, route];

function start(options?: FromLangChainOptions): Run {
  return createRuntime({ toolsets: fromLangChain('foreign', tools, options), observe: { logger } }).startRun({
    deps: { user: 'ada' },
  });
}

test('definitions are those of the tools', async () => {
  const definitions = await start().definitions();
  expect(definitions.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(definitions[0]).toMatchObject({
    description: 'Searches.',
    parameters: { type: 'object', properties: { query: { type: 'string', minLength: 1 } }, required: ['query'] },
  });
});

test('arguments are repaired, and parsed once, by the tool', async () => {
  const outcome = await start().call({ name: 'search', arguments: '{"query": " letters ",}' });
  expect(outcome).toMatchObject({ status: 'success', text: 'letters x3 for ada' });
});

test("wrong ones are answered with Haft's retry prompt", async () => {
  const run = start();
  expect((await run.call({ name: 'search', arguments: { query: '', limit: 50 } })).text)
    .toBe(`Tool call validation failed for tool 'search':
- query: expected a string of at least 1 character, received ""
- limit: expected an integer from 1 to 10, received 50

Fix the errors and try again.`);
  expect(await run.call({ name: 'search', arguments: { query: '   ' } })).toMatchObject({ status: 'retry' });
  expect(await run.call({ name: 'plain', arguments: { size: 0 } })).toMatchObject({ status: 'retry' });
  expect(await run.call({ name: 'plain', arguments: { size: 2 } })).toMatchObject({ text: '{"got":2}' });
});

test('content keeps its media, and the artifact is the value', async () => {
  expect(await start().call({ name: 'picture' })).toMatchObject({
    value: { width: 1 },
    parts: [
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    ],
  });
});

test('the values of a tool are progress', async () => {
  const progress: unknown[] = [];
  const outcome = await start().call({ name: 'count' }, { onProgress: (one) => progress.push(one) });
  expect([progress, outcome.text]).toEqual([['one', 'two'], 'three']);
});

test('the host may choose the config', async () => {
  const run = start({ config: ({ deps }) => ({ context: { user: `${(deps as { readonly user: string }).user}!` } }) });
  expect(await run.call({ name: 'search', arguments: { query: 'x' } })).toMatchObject({ text: 'x x3 for ada!' });
});

test("the host's callbacks are called next to Haft's", async () => {
  const started: string[] = [];
  const handleToolStart = (_tool: unknown, input: string): void => void started.push(input);
  const run = start({ config: ({ deps }) => ({ context: deps, callbacks: [{ handleToolStart }] }) });
  const progress: unknown[] = [];
  await run.call({ name: 'count' }, { onProgress: (one) => progress.push(one) });
  expect([started.length, progress]).toEqual([1, ['one', 'two']]);
});

test('errors of a tool are masked, and an abort reaches it', async () => {
  const run = start();
  const { status, text } = await run.call({ name: 'leak' });
  expect([status, text]).toEqual(['failed', expect.not.stringContaining('hunter2')]);
  const waiting = run.call({ name: 'wait' });
  run.cancel();
  expect(await waiting).toMatchObject({ status: 'interrupted' });
});

test('a tool that gives a command to a graph fails: there is no graph', async () => {
  expect(await start().call({ name: 'route' })).toMatchObject({ status: 'failed', reason: 'exception' });
});

test('it is composed as every toolset', async () => {
  const set = fromLangChain('foreign', tools).filter(['search', 'plain']).requireApproval(['plain']).prefix('lc');
  const run = createRuntime({ toolsets: set, observe: { logger } }).startRun();
  expect((await run.definitions()).map(({ name }) => name)).toEqual(['lc_search', 'lc_plain']);
  expect(await run.call({ name: 'lc_plain', arguments: { size: 1 } })).toMatchObject({ status: 'deferred' });
});

function ignore(): void {
  // These tests do not check logs.
}
