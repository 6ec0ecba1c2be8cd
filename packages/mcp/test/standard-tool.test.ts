import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { createRuntime, defineTool, toolset } from '@haft/runtime';

/* A tool without our server: the official SDK takes it as it is, by Standard Schema. */

const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer', minimum: 1, maximum: 7 } },
    required: ['city'],
    additionalProperties: false,
  },
  execute: ({ city, days = 1 }: { city: string; days?: number }) => `${city} ${days}`,
});
const runtime = createRuntime({ toolsets: toolset('weather', [weather]) });

test('a tool is an input schema of the official SDK, with its messages', async () => {
  const server = new McpServer({ name: 'plain', version: '1' });
  server.registerTool('weather', { inputSchema: runtime.tool('weather') }, async (input) => {
    const { text } = await runtime.startRun().call('weather', input);
    return { content: [{ type: 'text', text }] };
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'client', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema).toMatchObject(weather.definition.parameters);
  const wrong = await client.callTool({ name: 'weather', arguments: { city: '' } });
  expect(wrong.isError).toBe(true);
  expect(JSON.stringify(wrong.content)).toContain('city: expected a string of at least 1 character');
  const right = await client.callTool({ name: 'weather', arguments: { city: 'Bonn', days: '2' } });
  expect(right.content).toEqual([{ type: 'text', text: 'Bonn 2' }]);
  await client.close();
});
