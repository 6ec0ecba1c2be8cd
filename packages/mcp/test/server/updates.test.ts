import { describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { PassThrough } from 'node:stream';
import { createRuntime } from '@haft/runtime';
import { serveMcp, type McpEndpoint } from '../../src/index.js';
import { libraryTools } from '../fixtures/library.mjs';
import { atEnd, connect, ERAS, serveNotes } from '../support/connect.js';
import { eventually } from '../support/eventually.js';

const USER = { context: () => ({ permissions: [] }) };
const [LEGACY, MODERN] = ERAS;

/** Records the notices that a client gets. */
function noticesOf(client: Client): string[] {
  const notices: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void notices.push(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => void notices.push('resources'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => void notices.push('prompts'));
  return notices;
}

/** Tells of every change. The last notice is one that every client of the tests gets. */
function changeAll(mcp: McpEndpoint): void {
  for (const uri of ['books://open', 'books://7', 'vault://secret', 'shelf://nothing']) mcp.updated(uri);
  mcp.promptsChanged();
  mcp.resourcesChanged();
}

describe('changes, protocol 2025-11-25', () => {
  it('reach a session that subscribed, until it unsubscribes', async () => {
    const { mcp, url } = await serveNotes(USER, { toolsets: () => [libraryTools()] });
    const [client, other] = [await connect(url, LEGACY), await connect(url, LEGACY)];
    const [notices, others] = [noticesOf(client), noticesOf(other)];
    await client.subscribeResource({ uri: 'books://open' });
    await client.subscribeResource({ uri: 'books://7' });
    await expect(client.subscribeResource({ uri: 'vault://secret' })).rejects.toMatchObject({ code: -32602 });
    await client.unsubscribeResource({ uri: 'books://7' });
    await eventually(() => {
      changeAll(mcp);
      return notices.includes('resources') && others.includes('resources');
    });
    expect(new Set(notices)).toEqual(new Set(['books://open', 'prompts', 'resources']));
    expect(new Set(others)).toEqual(new Set(['prompts', 'resources']));
  });

  it('refuses a subscription exactly as it refuses to read the resource', async () => {
    const { url } = await serveNotes(USER, { toolsets: () => [libraryTools()] });
    const client = await connect(url, LEGACY);
    const error = (request: Promise<unknown>) =>
      request.then(
        () => undefined,
        (reason: unknown) => ({ ...Object(reason), message: String(reason) }) as object,
      );
    for (const uri of ['books://seven', 'books://7?part=tail', 'vault://secret', 'shelf://nothing', 'books://']) {
      const refused = await error(client.subscribeResource({ uri }));
      expect(refused).toMatchObject({ code: -32602, data: { uri } });
      expect(refused).toEqual(await error(client.readResource({ uri })));
    }
    await client.subscribeResource({ uri: 'gate://a' });
  });

  it('takes at most 100 subscriptions of a session', async () => {
    const { url } = await serveNotes(USER, { toolsets: () => [libraryTools()] });
    const client = await connect(url, LEGACY);
    for (let id = 0; id < 100; id++) await client.subscribeResource({ uri: `books://${id}` });
    await client.subscribeResource({ uri: 'books://99' });
    await expect(client.subscribeResource({ uri: 'books://100' })).rejects.toMatchObject({ code: -32602 });
    await client.unsubscribeResource({ uri: 'books://0' });
    await client.subscribeResource({ uri: 'books://100' });
  });
});

describe('changes, protocol 2026-07-28', () => {
  it('reach a stream for the resources that its user may read, at most 100', async () => {
    const { mcp, url } = await serveNotes(USER, { toolsets: () => [libraryTools()] });
    const client = await connect(url, MODERN);
    const notices = noticesOf(client);
    const subscription = await client.listen({
      resourceSubscriptions: ['books://open', 'vault://secret', 'shelf://nothing', 'books://seven'],
      resourcesListChanged: true,
    });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: ['books://open'], resourcesListChanged: true });
    await eventually(() => {
      changeAll(mcp);
      return notices.includes('resources');
    });
    expect(new Set(notices)).toEqual(new Set(['books://open', 'resources']));
    await subscription.close();
    const many = await client.listen({
      resourceSubscriptions: Array.from({ length: 120 }, (_, id) => `books://${id}`),
    });
    expect(many.honoredFilter.resourceSubscriptions).toHaveLength(100);
    await many.close();
  });
});

describe.each(['2025-11-25', '2026-07-28'])('changes over streams, protocol %s', (revision) => {
  it('reach a client that subscribed, and no client without', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    let received = '';
    output.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    const mcp = serveMcp(createRuntime({ toolsets: libraryTools() }), USER);
    mcp.connectStdio({ input, output });
    atEnd(() => mcp.close());
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const send = async (id: number, method: string, params: object): Promise<void> => {
      const before = received.length;
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      await eventually(() => received.length > before);
    };
    if (revision === '2025-11-25') {
      const clientInfo = { name: 'c', version: '1' };
      await send(0, 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo });
      await send(1, 'resources/subscribe', { uri: 'books://open' });
      await send(2, 'resources/subscribe', { uri: 'vault://secret' });
    } else {
      await send(0, 'server/discover', { _meta });
      const notifications = { resourceSubscriptions: ['books://open', 'vault://secret'], resourcesListChanged: true };
      await send(1, 'subscriptions/listen', { _meta, notifications });
    }
    const start = received.length;
    changeAll(mcp);
    await eventually(() => received.slice(start).includes('resources/list_changed'));
    const notices = received.slice(start);
    expect(notices).toContain('books://open');
    expect(notices).not.toContain('books://7');
    expect(notices).not.toContain('vault://secret');
  });
});
