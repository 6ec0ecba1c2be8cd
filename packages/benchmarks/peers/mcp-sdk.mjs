import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { makeSchema, schemas } from './zod-schemas.mjs';

/** The MCP SDK, version 2: `client.callTool` over an in-memory transport. */
export async function participants({ methods, descriptions }) {
  const server = new McpServer({ name: 'server', version: '1' });
  for (const shape of ['S', 'M', 'L']) {
    register(server, shape, descriptions[shape], schemas[shape], methods[shape]);
  }
  const client = await connect(server);
  const callFor = (shape) => (text) => call(client, shape, text);
  return [{ name: 'MCP SDK 2: client.callTool in memory', callFor, close: () => client.close() }];
}

/** One call among `count` tools of shape S. Calls ten of them in turn. */
export async function callAmong(count, { methods }) {
  const client = await connect(serverWith(count, 'S', methods.S));
  return (text, i) => call(client, `tool_${(i % 10) * (count / 10)}`, text);
}

/** Definitions of `count` tools of shape M, as JSON text. */
export async function define(count) {
  const client = await connect(serverWith(count, 'M', async () => 1));
  const characters = JSON.stringify(await client.listTools(undefined, { timeout: 600_000 })).length;
  return { tools: client, characters };
}

function serverWith(count, shape, method) {
  const server = new McpServer({ name: 'server', version: '1' });
  for (let i = 0; i < count; i++) register(server, `tool_${i}`, `Tool ${i}`, makeSchema[shape](), method);
  return server;
}

function register(server, name, description, inputSchema, method) {
  const handler = async (args) => ({ content: [{ type: 'text', text: JSON.stringify(await method(args)) }] });
  server.registerTool(name, { description, inputSchema }, handler);
}

async function connect(server) {
  const client = new Client({ name: 'client', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

async function call(client, name, text) {
  const result = await client.callTool({ name, arguments: JSON.parse(text) });
  return result.content[0].text;
}
