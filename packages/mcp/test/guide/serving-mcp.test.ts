import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { PendingRun, Run } from '@haft/runtime';
import { createRuntime } from '@haft/runtime';
import { serveMcp, type McpEndpoint } from '../../src/index.js';
import { libraryTools } from '../fixtures/library.mjs';
import { notesLog, notesTools } from '../fixtures/notes-tools.mjs';
import { atEnd, connect, ERAS } from '../support/connect.js';
import { eventually } from '../support/eventually.js';

/* The code of docs/guide/serving-mcp.md, executed. */

const log = notesLog();
const runtime = createRuntime({ toolsets: notesTools(log) });
const era = ERAS[1];

const read = { name: 'note_read', arguments: { id: 1 } };
const remove = { name: 'note_delete', arguments: { id: 1 } };
const addressOf = (server: ReturnType<typeof createServer>): URL =>
  new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
const ending = (mcp: McpEndpoint): McpEndpoint => {
  atEnd(() => mcp.close());
  return mcp;
};

/** Stands for whatever checks tokens. */
const verify = async (token: string | undefined) =>
  token === 'good' ? { token, clientId: 'app', scopes: ['notes'], extra: { sub: 'ada' } } : undefined;

describe('serving over MCP', () => {
  it('listens', async () => {
    const port = 0;
    // #region listen
    const mcp = serveMcp(runtime, { name: 'notes', version: '1.0.0' });
    const { url } = await mcp.listen({ port }); // http://127.0.0.1:3000/mcp unless told otherwise
    // #endregion listen
    ending(mcp);
    expect(await (await connect(url, era)).callTool(read)).toMatchObject({ structuredContent: { id: 1 } });
  });

  it('serves resources and prompts to the official client', async () => {
    const runtime = createRuntime({ toolsets: libraryTools() });
    // #region offers
    const mcp = serveMcp(runtime, { context: () => ({ permissions: ['books:read'] }) });
    const { url } = await mcp.listen({ port: 0 });

    const client = new Client({ name: 'reader', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: 'books://open' });
    // #endregion offers
    ending(mcp);
    atEnd(() => client.close());
    expect(resources.map(({ uri }) => uri)).toContain('books://open');
    expect(contents).toMatchObject([{ uri: 'books://open' }]);
  });

  it('tells clients about changes of resources and prompts', async () => {
    const mcp = ending(serveMcp(createRuntime({ toolsets: libraryTools() }), { context: () => ({ permissions: [] }) }));
    const { url } = await mcp.listen({ port: 0 });
    const client = await connect(url, era);
    const older = await connect(url, ERAS[0]);
    const seen = new Set<string>();
    for (const method of ['resources/list_changed', 'prompts/list_changed'] as const)
      client.setNotificationHandler(`notifications/${method}`, () => void seen.add(method));
    older.setNotificationHandler('notifications/resources/updated', () => void seen.add('updated 2025-11-25'));
    // #region watch
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.add(params.uri));
    const stream = await client.listen({
      resourceSubscriptions: ['books://open'],
      resourcesListChanged: true,
      promptsListChanged: true,
    });
    await older.subscribeResource({ uri: 'books://open' }); // the same with 2025-11-25
    // #endregion watch
    await eventually(() => {
      // #region updates
      mcp.updated('books://open'); // clients that subscribed to this URI
      mcp.resourcesChanged(); // clients that listed resources
      mcp.promptsChanged();
      // #endregion updates
      return seen.size === 4;
    });
    expect([...seen].sort()).toEqual([
      'books://open',
      'prompts/list_changed',
      'resources/list_changed',
      'updated 2025-11-25',
    ]);
    await stream.close();
  });

  it('is a listener of Node', async () => {
    // #region node
    const mcp = serveMcp(runtime);
    const server = createServer(mcp.handle).listen(0, '127.0.0.1');
    // #endregion node
    ending(mcp);
    await new Promise((resolve) => server.once('listening', resolve));
    expect((await (await connect(addressOf(server), era)).listTools()).tools).toHaveLength(10);
    await mcp.close();
    server.closeAllConnections();
    server.close();
  });

  it('serves one user over stdio', async () => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const runtime = createRuntime({ toolsets: notesTools(log) });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'note_write', arguments: { text: 'hi' }, _meta };
    streams.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    streams.output.once('data', () => streams.input.end());
    // #region stdio
    const mcp = serveMcp(runtime, { context: () => ({ userId: process.env['NOTES_USER'] ?? 'local' }) });
    await mcp.connectStdio(streams).closed; // until the client leaves. Without `streams`: stdin and stdout
    await mcp.close();
    await runtime.dispose();
    // #endregion stdio
    expect(log.seen.at(-1)).toMatchObject({ userId: 'local' });
  });

  it('makes runs from requests', async () => {
    // #region context
    const mcp = serveMcp(runtime, {
      authenticate: (request) => verify(request.headers.get('authorization')?.replace('Bearer ', '')),
      context: ({ auth, headers }) => ({
        userId: String(auth?.extra?.['sub']),
        deps: { tenant: headers.get('x-tenant') },
      }),
    });
    // #endregion context
    ending(mcp);
    const { url } = await mcp.listen({ port: 0 });
    const client = await connect(url, era, { headers: { authorization: 'Bearer good', 'x-tenant': 'acme' } });
    await client.callTool({ name: 'note_write', arguments: { text: 'hi' } });
    expect(log.seen.at(-1)).toEqual({ userId: 'ada', deps: { tenant: 'acme' } });
    await expect(connect(url, era)).rejects.toThrow();
  });

  it('keeps runs', async () => {
    // #region run
    const runs = new Map<string, Run>();
    const mcp = serveMcp(runtime, {
      run: ({ auth }) => {
        const user = auth?.clientId ?? 'anonymous';
        let run = runs.get(user);
        if (run === undefined) runs.set(user, (run = runtime.startRun({ userId: user }) as Run));
        return run;
      },
    });
    // #endregion run
    ending(mcp);
    const { url } = await mcp.listen({ port: 0 });
    await (await connect(url, era)).callTool(read);
    expect([...runs.keys()]).toEqual(['anonymous']);
  });

  it('leaves decisions to others', async () => {
    const waiting = new Map<string, PendingRun>();
    // #region elsewhere
    const mcp = serveMcp(runtime, {
      ask: ({ kind }) => (kind === 'approval' ? false : {}), // input is the user's, approvals are not
      onWaiting: (request, pending) => waiting.set(request.id, pending),
    });
    // #endregion elsewhere
    ending(mcp);
    const { url } = await mcp.listen({ port: 0 });
    const client = await connect(url, era, { capabilities: { elicitation: {} } });
    expect(await client.callTool(remove)).toMatchObject({ isError: true });
    const [[id, pending] = []] = waiting;
    // #region decide
    await runtime.resumeRun(pending as PendingRun, { [id as string]: true });
    // #endregion decide
    expect(log.written).toContain('deleted 1');
  });
});
