import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mcp } from './server.js';

after(() => mcp.close());

test('a client calls tools, and its user approves the mail', async () => {
  const { url } = await mcp.listen({ port: 0 });
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    assert.match(params.message, /todo_send/);
    return { action: 'accept', content: { approve: true } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));

  const added = await client.callTool({ name: 'todo_add', arguments: { text: 'Buy oil' } });
  assert.equal(added.isError ?? false, false);
  const sent = await client.callTool({ name: 'todo_send', arguments: { to: 'ann@example.com' } });
  assert.deepEqual(sent.content, [{ type: 'text', text: 'Sent to ann@example.com: 1 open tasks.' }]);
  await client.close();
});
