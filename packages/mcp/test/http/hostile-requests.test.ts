import { expect, it } from '@jest/globals';
import { REQUESTS, sendHostile } from '../../../durable/test/support/hostile-requests.js';
import { serveNotes } from '../support/connect.js';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};
const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
const BODIES = [
  ...[initialize, [initialize, initialize], { ...initialize, id: null }, { ...initialize, params: {} }].map((body) =>
    JSON.stringify(body),
  ),
  ...['tools/list', 'tools/call', 'ping', 'server/discover', 'notifications/initialized', '__proto__'].map(
    (method) => `{"jsonrpc":"2.0","id":2,"method":"${method}","params":{"name":"notes_add","arguments":{}}}`,
  ),
  `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"notes_add","arguments":${deep}}}`,
  deep,
];
const HEADERS = [
  ...['MCP-Protocol-Version: 2025-11-25', 'MCP-Protocol-Version: 2026-07-28', 'MCP-Protocol-Version: x'],
  ...['Mcp-Method: tools/call', 'Mcp-Method: server/discover', 'Mcp-Name: notes_add', 'Last-Event-ID: x'],
];
const ALWAYS = ['Accept: application/json, text/event-stream'];

it.each([
  ['with sessions', {}],
  ['without sessions', { sessions: false }],
  ['for all hosts', { allowedHosts: 'any', allowedOrigins: 'any' }],
] as const)(
  'answers every request below 500, %s',
  async (_name, options) => {
    const { url } = await serveNotes(options);
    const port = Number(url.port);
    const facts = { host: `localhost:${port}`, bodies: BODIES, headers: HEADERS, always: ALWAYS, paths: ['/mcp'] };
    const { failures, statuses } = await sendHostile(port, facts, { count: REQUESTS / 2 });
    expect(failures).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(0);
  },
  600_000,
);
