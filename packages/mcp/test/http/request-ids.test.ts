import { expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { defineTool, toolset } from '@haft/runtime';
import { serveNotes } from '../support/connect.js';

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A client that writes its requests itself. */
class PlainClient {
  private session: Record<string, string> = {};

  constructor(private readonly url: URL) {}

  async open(): Promise<this> {
    const clientInfo = { name: 't', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const opened = await this.send(0, 'initialize', params);
    await opened.text();
    const id = opened.headers.get('mcp-session-id') ?? '';
    this.session = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': id };
    return this;
  }

  async pay(id: number): Promise<string> {
    return (await this.send(id, 'tools/call', { name: 'pay', arguments: {} })).text();
  }

  private send(id: number, method: string, params: object): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return fetch(this.url, { method: 'POST', headers: { ...headers, ...this.session }, body });
  }
}

async function serveBank(): Promise<{ readonly keys: string[]; readonly open: () => Promise<PlainClient> }> {
  const keys: string[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings: { effect: {} },
    execute: (_args: object, run: RunContext) => {
      keys.push(run.idempotencyKey);
      return 'paid';
    },
  });
  const context = () => ({ id: 'chat-1' });
  const { url } = await serveNotes(
    { context, sessions: {} },
    { durability: { ledger: new MemoryCallLedger() }, toolsets: () => [toolset('bank', [pay])] },
  );
  return { keys, open: () => new PlainClient(url).open() };
}

it('executes the same request of a session once, and its next request again', async () => {
  const { keys, open } = await serveBank();
  const client = await open();
  for (const id of [1, 1, 2]) expect(await client.pay(id)).toContain('paid');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});

it('executes the requests of two sessions that number their requests', async () => {
  const { keys, open } = await serveBank();
  for (const client of [await open(), await open()]) await client.pay(1);
  expect(new Set(keys).size).toBe(2);
});
