import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { createRuntime, type Runtime } from '@haft/runtime';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { createMcpHandler, type Tool } from '@modelcontextprotocol/server';
import { mcpToolset, type McpToolset, type McpToolsetOptions } from '../../src/client/index.js';
import { foreignServer } from '../fixtures/foreign-server.mjs';
import { foreignTool } from '../support/foreign-process.js';
import { quietLogger } from '../support/quiet-logger.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Web {
  readonly url: URL;
  readonly lines: string[];
  readonly headers: Record<string, unknown>[];
  tools: Tool[];
  changed(): void;
  stop(): Promise<void>;
}

/** A server of the fixture over real HTTP. */
async function web(tools: Tool[], { port = 0, status = undefined as number | undefined } = {}): Promise<Web> {
  const lines: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const handler = createMcpHandler(() =>
    foreignServer(
      () => served.tools,
      (line) => lines.push(line),
    ),
  );
  const answer = toNodeHandler(handler);
  const server = createServer((request, response) => {
    headers.push(request.headers);
    if (status === undefined) void answer(request as NodeIncomingMessageLike, response);
    else response.writeHead(status, { 'WWW-Authenticate': 'Bearer' }).end('secret stack trace');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): Promise<void> => stopped(server, handler);
  closers.push(stop);
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const served: Web = { url, lines, headers, tools, changed: () => handler.notify.toolsChanged(), stop };
  return served;
}

async function stopped(server: Server, handler: { close(): Promise<void> }): Promise<void> {
  await handler.close();
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
}

function using(
  { url }: { readonly url: URL },
  options: Partial<McpToolsetOptions> = {},
): { files: McpToolset; runtime: Runtime; lines: readonly string[] } {
  const logger = quietLogger();
  const files = mcpToolset({ name: 'web', server: { url, headers: { 'x-tenant': 'acme' } }, logger, ...options });
  closers.push(() => files.close());
  return { files, runtime: createRuntime({ toolsets: files, observe: { logger } }) as Runtime, lines: logger.lines };
}

const echo = foreignTool('echo', {
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
});

describe.each(['auto', 'legacy', '2026-07-28'] as const)('over HTTP, protocol %s', (protocol) => {
  test('tools are listed and called, with the headers of the host on every request', async () => {
    const server = await web([echo]);
    const run = using(server, { protocol }).runtime.startRun();
    expect((await run.call({ name: 'echo', arguments: {} })).status).toBe('retry');
    expect(await run.call({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({ text: 'echo did it' });
    expect(server.lines).toEqual(['echo {"text":"hi"}']);
    expect(new Set(server.headers.map((headers) => headers['x-tenant']))).toEqual(new Set(['acme']));
  });

  test('a cancelled call is cancelled at the server', async () => {
    const server = await web([foreignTool('wait')]);
    const controller = new AbortController();
    const waiting = using(server, { protocol })
      .runtime.startRun()
      .call({ id: 'c1', name: 'wait' }, { signal: controller.signal });
    while (server.lines.length === 0) await delay(5);
    controller.abort();
    expect((await waiting).status).toBe('interrupted');
  });

  test('a server that was started anew is found again', async () => {
    const server = await web([echo]);
    const { runtime } = using(server, { protocol });
    await runtime.startRun().definitions();
    await server.stop();
    expect(await runtime.startRun().call({ name: 'echo', arguments: { text: 'a' } })).toMatchObject({
      status: 'failed',
      text: 'The server of this tool cannot be reached now.',
    });
    await web([echo], { port: Number(server.url.port) });
    // The wait before another attempt is over.
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect((await runtime.startRun().call({ name: 'echo', arguments: { text: 'b' } })).status).toBe('success');
    later.mockRestore();
  });
});

test('a change of the list is told over the subscription of 2026-07-28', async () => {
  const server = await web([echo]);
  const { runtime } = using(server, { protocol: '2026-07-28' });
  const run = runtime.startRun();
  const names = async (): Promise<string[]> => (await run.definitions()).map(({ name }) => name);
  expect(await names()).toEqual(['echo']);
  server.tools = [echo, foreignTool('more')];
  for (let tries = 0; tries < 200 && (await names()).length === 1; tries++) {
    server.changed();
    await delay(20);
    run.nextStep();
  }
  expect(await names()).toEqual(['echo', 'more']);
});

test('a server that wants an authorization is an error of the developer at the list', async () => {
  const server = await web([echo], { status: 401 });
  await expect(using(server).files.tools()).rejects.toMatchObject({
    code: 'HAFT_TOOLSET_FAILED',
    message: expect.stringContaining("Toolset 'web' could not return its tools"),
  });
});

test('the answer of a broken server reaches the log, never the model', async () => {
  const healthy = await web([echo]);
  const { runtime, lines } = using(healthy, { protocol: 'legacy' });
  const run = runtime.startRun();
  await run.definitions();
  await healthy.stop();
  await web([echo], { port: Number(healthy.url.port), status: 500 });
  const outcome = await run.call({ name: 'echo', arguments: { text: 'a' } });
  expect(outcome).toMatchObject({ status: 'failed', text: 'The server of this tool cannot be reached now.' });
  expect(lines.join('\n')).toContain("The MCP server of 'echo' did not answer a call.");
});
