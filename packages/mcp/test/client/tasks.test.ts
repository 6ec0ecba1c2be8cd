import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, type RunEvent } from '@haft/runtime';
import type { Transport } from '@modelcontextprotocol/client';
import { mcpToolset, type McpToolsetOptions } from '../../src/client/index.js';
import { serveMcp } from '../../src/index.js';
import { atEnd, serveNotes } from '../support/connect.js';
import { quietLogger } from '../support/quiet-logger.js';
import { ScriptedServer, type Received } from '../support/scripted-server.js';
import { taskTools } from '../support/task-tools.js';

type Forms = Readonly<Record<string, object>>;
const file = join(import.meta.dirname, '../fixtures/tasks-csharp.json');
const CSHARP = JSON.parse(readFileSync(file, 'utf8')) as Forms;

interface Asking {
  readonly name?: string;
  readonly onElicit?: McpToolsetOptions['onElicit'];
  readonly signal?: AbortSignal;
}

/** Calls a tool of a server through `mcpToolset`. Returns its outcome and its progress. */
async function call(
  server: McpToolsetOptions['server'],
  { name = 'work', onElicit, signal }: Asking = {},
): Promise<{ outcome: ToolOutcome; progress: unknown[] }> {
  const logger = quietLogger();
  const foreign = mcpToolset({ name: 'far', server, logger, protocol: '2026-07-28', ...(onElicit && { onElicit }) });
  const runtime = createRuntime({ toolsets: foreign, observe: { logger } });
  atEnd(() => foreign.close());
  atEnd(() => runtime.dispose());
  const progress: unknown[] = [];
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'progress') progress.push(event.progress);
  };
  const outcome = await runtime.startRun({ onEvent, ...(signal && { signal }) }).call({ name, arguments: {} });
  return { outcome, progress };
}

/** A server that answers `tasks/get` with these forms, one after another. */
function scripted(...forms: readonly string[]): ScriptedServer {
  const left = [...forms];
  const answers: Readonly<Record<string, () => object | undefined>> = {
    'tools/call': () => CSHARP['created'],
    'tasks/get': () => CSHARP[left.length > 1 ? (left.shift() ?? '') : (left[0] ?? '')],
  };
  return new ScriptedServer(({ method }: Received) => answers[method]?.() ?? { resultType: 'complete' });
}

describe('mcpToolset and tasks of a server, in the forms of the C# SDK [NEW-39]', () => {
  it('returns the result of a task, and reports its progress', async () => {
    const server = scripted('working', 'working', 'completed');
    const { outcome, progress } = await call(server.transport);
    expect(outcome).toMatchObject({ status: 'success', value: 'Done' });
    expect(progress).toEqual([{ message: 'Half' }]);
    const [created] = server.received.filter(({ method }) => method === 'tools/call');
    expect(created?.params['_meta']['io.modelcontextprotocol/clientCapabilities']).toMatchObject({
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    });
    expect(server.received.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  it.each([
    ['toolFailed', 'retry', 'No such city'],
    ['failed', 'failed', 'An error occurred.'],
    ['cancelled', 'failed', 'The server cancelled the task of this call.'],
  ])('returns a task that ends as %s as an error', async (form, status, text) => {
    const { outcome } = await call(scripted(form).transport);
    expect(outcome).toMatchObject({ status, text: expect.stringContaining(text) });
  });

  it('asks the user once for each question, and sends the answer', async () => {
    const server = scripted('inputRequired', 'inputRequired', 'completed');
    const asked: unknown[] = [];
    const { outcome } = await call(server.transport, {
      onElicit: ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { yes: true } };
      },
    });
    expect(outcome).toMatchObject({ status: 'success', value: 'Done' });
    expect(asked).toEqual(['Continue?']);
    const updates = server.received.filter(({ method }) => method === 'tasks/update');
    expect(updates.map(({ params }) => params['inputResponses'] as unknown)).toEqual([
      { confirm: { action: 'accept', content: { yes: true } } },
    ]);
  });

  it('tells a server that there is no user to ask', async () => {
    const server = scripted('inputRequired', 'cancelled');
    await call(server.transport);
    const update = server.received.find(({ method }) => method === 'tasks/update');
    expect(update?.params['inputResponses']).toEqual({ confirm: { action: 'cancel' } });
  });

  it('cancels the task if the call is cancelled', async () => {
    const stop = new AbortController();
    const server: ScriptedServer = new ScriptedServer(({ method }) => {
      if (method === 'tasks/get') stop.abort();
      return { 'tools/call': CSHARP['created'], 'tasks/get': CSHARP['working'] }[method] ?? { resultType: 'complete' };
    });
    const { outcome } = await call(server.transport, { signal: stop.signal });
    expect(outcome.status).toBe('interrupted');
    while (server.received.at(-1)?.method !== 'tasks/cancel') await new Promise(setImmediate);
    expect(server.received.at(-1)?.params).toMatchObject({ taskId: '5f0c2c6e0f6b4c1f9d1e' });
  });
});

describe.each(['http', 'stdio'])('a task of a Haft server over %s', (transport) => {
  /** Serves the tools of the background. Returns the server in the form of `mcpToolset`. */
  async function serve() {
    const office = taskTools();
    const tasks = { pollIntervalMs: 50 };
    const durability = { ledger: new MemoryCallLedger() };
    const context = (): object => ({ userId: 'ann', permissions: ['reports'] });
    if (transport === 'http') {
      const { url } = await serveNotes({ tasks, context }, { durability, toolsets: () => [office.tools] });
      return { ...office, server: { url } };
    }
    const runtime = createRuntime({ toolsets: office.tools, durability, observe: { logger: quietLogger() } });
    const mcp = serveMcp(runtime, { tasks, context });
    atEnd(() => runtime.dispose());
    atEnd(() => mcp.close());
    return { ...office, server: () => overStreams(mcp) };
  }

  it('ends with the result of the tool', async () => {
    const { server, begun, write } = await serve();
    const calling = call(server, { name: 'report' });
    await begun;
    write();
    const { outcome } = await calling;
    expect(outcome).toMatchObject({ status: 'success', value: { pages: 3 } });
  });

  it('asks the user of the client', async () => {
    const { server, ended } = await serve();
    const { outcome } = await call(server, {
      name: 'pay',
      onElicit: ({ message }) => ({
        action: 'accept',
        content: message.includes('amount') ? { cents: 4 } : { approve: true },
      }),
    });
    expect(outcome).toMatchObject({ status: 'success', value: 'paid: 4, confirmed' });
    expect(ended.toSorted()).toEqual(['amount 4', 'confirm']);
  });
});

/** Connects to a server over a pair of streams, as over the standard input and output. */
function overStreams(mcp: ReturnType<typeof serveMcp>): Transport {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport: Transport = {
    start: () => {
      let rest = '';
      output.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as never);
      });
      mcp.connectStdio({ input, output });
      return Promise.resolve();
    },
    send: (message) => {
      input.write(`${JSON.stringify(message)}\n`);
      return Promise.resolve();
    },
    close: () => {
      input.end();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}
