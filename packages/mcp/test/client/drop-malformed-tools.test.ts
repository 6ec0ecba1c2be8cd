import { createRuntime, type Run, type Runtime } from '@haft/runtime';
import type { JSONRPCMessage, Tool, Transport } from '@modelcontextprotocol/client';
import { mcpToolset, type McpToolset, type McpToolsetOptions } from '../../src/client/index.js';
import { foreignTool } from '../support/foreign-process.js';
import { quietLogger } from '../support/quiet-logger.js';

let logger: ReturnType<typeof quietLogger>;
let toolset: McpToolset;
let runtime: Runtime;

afterEach(async () => {
  await toolset.close();
  await runtime.dispose();
});

/** The messages pass no SDK on the side of the server, which would change or reject them. */
function start(tools: readonly unknown[], revision: string, options: Partial<McpToolsetOptions> = {}): Run {
  const server = (): Transport => rawServer(tools, revision);
  logger = quietLogger();
  toolset = mcpToolset({ name: 'foreign', server, logger, connectTimeoutMs: 2000, ...options });
  runtime = createRuntime({ toolsets: toolset, observe: { logger } }) as Runtime;
  return runtime.startRun();
}

function rawServer(tools: readonly unknown[], revision: string): Transport {
  const hello = { capabilities: { tools: {} }, serverInfo: { name: 'foreign', version: '1' } };
  const lasting = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const answers: Readonly<Record<string, object>> = {
    initialize: { protocolVersion: revision, ...hello },
    ...(revision === MODERN ? { 'server/discover': { supportedVersions: [MODERN], ...hello, ...lasting } } : {}),
    'tools/list': { tools, ...(revision === MODERN ? lasting : {}) },
    'tools/call': { content: [{ type: 'text', text: 'done' }], resultType: 'complete' },
  };
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(transport.onclose?.()),
    send(message) {
      if (!('id' in message) || !('method' in message)) return Promise.resolve();
      const { id, method } = message;
      const result = answers[method];
      const answer = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
      setImmediate(() => transport.onmessage?.({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage));
      return Promise.resolve();
    },
  };
  return transport;
}

const LEGACY = '2025-06-18';
const MODERN = '2026-07-28';
const good = foreignTool('good');

async function expectOnlyGood(run: Run, reason: string): Promise<void> {
  expect((await run.definitions()).map(({ name }) => name)).toEqual(['good']);
  expect(toolset.refused()).toEqual([{ tool: 'bad', reason }]);
  expect(await run.call({ name: 'good' })).toMatchObject({ status: 'success' });
}

describe.each(['legacy', 'auto'] as const)('with a server of 2025-06-18 and protocol %s', (protocol) => {
  test.each<[string, object, string]>([
    ['of an array', { type: 'array', items: {} }, 'outputSchema.type: Invalid input: expected "object"'],
    ['without a type', { anyOf: [{ type: 'object' }] }, 'outputSchema.type: Invalid input: expected "object"'],
    [
      'with malformed properties',
      { type: 'object', properties: [] },
      'outputSchema.properties: Invalid input: expected record, received array',
    ],
    [
      'with malformed required names',
      { type: 'object', required: [7] },
      'outputSchema.required.0: Invalid input: expected string, received number',
    ],
  ])('an output schema %s rejects only its tool', async (_title, outputSchema, problem) => {
    const run = start([{ ...foreignTool('bad'), outputSchema }, good], LEGACY, { protocol });
    await expectOnlyGood(run, `its definition is malformed (${problem})`);
  });
});

describe('with a server of 2026-07-28', () => {
  test('an output schema of an array is allowed', async () => {
    const array = foreignTool('array', { outputSchema: { type: 'array', items: {} } } as Partial<Tool>);
    expect((await start([array, good], MODERN).definitions()).map(({ name }) => name)).toEqual(['array', 'good']);
    expect(toolset.refused()).toEqual([]);
  });

  test('an input schema with a malformed $schema rejects only its tool', async () => {
    const run = start([{ ...foreignTool('bad'), inputSchema: { type: 'object', $schema: 7 } }, good], MODERN);
    const problem = 'inputSchema.$schema: Invalid input: expected string, received number';
    await expectOnlyGood(run, `its definition is malformed (${problem})`);
  });
});

describe.each([LEGACY, MODERN])('with a server of %s', (revision) => {
  test.each([
    ['a property', '{"type":"object","properties":{"__proto__":{"type":"string"}}}'],
    [
      'a nested property',
      '{"type":"object","properties":{"x":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}',
    ],
    ['a keyword', '{"type":"object","__proto__":{"type":"string"}}'],
  ])('%s with the name __proto__ rejects its tool', async (_title, text) => {
    const run = start([{ ...foreignTool('bad'), inputSchema: JSON.parse(text) as unknown }, good], revision);
    await expectOnlyGood(run, 'a name in it is __proto__');
  });

  test('a schema that is too deep for the SDK rejects only its tool', async () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level++) deep = { items: deep };
    const inputSchema = { type: 'object', properties: { deep } };
    const run = start([{ ...foreignTool('bad'), inputSchema }, good], revision);
    await expectOnlyGood(run, 'it is deeper than 32 levels');
  });

  test('a malformed tool in `allow` is rejected and the others work', async () => {
    const run = start([{ name: 'bad' }, good], revision, { allow: ['bad', 'good'] });
    await expectOnlyGood(
      run,
      'its definition is malformed (inputSchema: Invalid input: expected object, received undefined)',
    );
  });
});

test.each([1024, 1025])('a description of %d characters is a warning if some providers reject it', async (length) => {
  const run = start([{ ...foreignTool('find'), description: 'x'.repeat(length) }], MODERN);
  await run.definitions();
  await run.definitions();
  const warning =
    "The description of tool 'find' of toolset 'foreign' has 1025 characters. Some providers accept only 1024.";
  expect(logger.lines.filter((line) => line.includes('description'))).toEqual(length > 1024 ? [warning] : []);
});
