import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERAS } from '../support/connect.js';
import { connectProcess, startProcess, type StdioConnected } from '../support/connect-stdio.js';
import { eventually } from '../support/eventually.js';

const SERVER = join(import.meta.dirname, '../fixtures/notes-server.mjs');

describe.each(ERAS)('over stdio, a process of its own, protocol $era', (era) => {
  let shared: StdioConnected;
  beforeAll(async () => {
    shared = await startProcess([SERVER, '{"logging":true,"hold":true}'], era, { capabilities: { elicitation: {} } });
  });
  afterAll(() => shared.client.close());

  it('lists and calls [MCP-2], and ends when the client goes', async () => {
    const { client, errors } = await connectProcess([SERVER], era);
    expect(client.getServerVersion()).toMatchObject({ name: 'notes', version: '1.2.3' });
    expect((await client.listTools()).tools).toHaveLength(10);
    expect(await client.callTool({ name: 'note_read', arguments: { id: 1 } })).toMatchObject({
      structuredContent: { id: 1, text: 'Note 1' },
    });
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
    await eventually(() => errors().includes('closed'));
    expect(errors()).toBe('closed\n');
  });

  it('asks the user', async () => {
    const { client } = shared;
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { approve: true } }));
    expect(await client.callTool({ name: 'note_delete', arguments: { id: 3 } })).toMatchObject({
      content: [{ text: 'deleted 3, approved: true' }],
    });
  });

  it('sends progress and log lines', async () => {
    const { client } = shared;
    const told: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void told.push(params.data));
    if (era.era === '2025-11-25') await client.setLoggingLevel('info');
    const _meta = era.era === '2026-07-28' ? { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } } : {};
    const onprogress = (progress: object): void => void told.push(progress);
    const scan = client.callTool({ name: 'note_scan', arguments: {}, ..._meta }, { onprogress });
    await eventually(() => told.length >= 2);
    await client.callTool({ name: 'note_list', arguments: {} });
    await scan;
    expect(told).toContainEqual({ progress: 1, total: 2, message: 'half' });
    expect(told).toContainEqual({ message: 'scanned', details: { pages: 7 } });
    expect(told).not.toContainEqual('details');
  });

  it('cancels a call, and answers the next one', async () => {
    const { client } = shared;
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'note_wait', arguments: {} },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    );
    await expect(call).rejects.toThrow();
    expect(await client.callTool({ name: 'note_list', arguments: {} })).toMatchObject({ structuredContent: {} });
  });
});

describe('an invalid message', () => {
  it('does not stop the server', async () => {
    const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'pipe'] });
    const exit = once(child, 'exit');
    const out = textOf(child.stdout);
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    child.stdin.write('not json\n[]\n{"jsonrpc":"2.0"}\n\n');
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify(ping)}\n`);
    let answered = '';
    child.stdout.on('data', (chunk: Buffer) => (answered += chunk.toString()));
    await eventually(() => answered.includes('"id":7'));
    child.stdin.end();
    await exit;
    const answers = (await out)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: number });
    expect(answers.map(({ id }) => id)).toContain(7);
  });
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};
