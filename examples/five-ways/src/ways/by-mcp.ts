import { serveMcp } from '@haft/mcp';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ModelCall, Reading } from '../conversation.js';
import { createLibrary } from '../create-runtime.js';

/** An MCP server over HTTP, and the official client. */
export async function byMcp(calls: readonly ModelCall[], reader: string): Promise<readonly Reading[]> {
  // #region mcp
  await using mcp = serveMcp(createLibrary(), {
    name: 'library',
    context: ({ headers }) => ({ deps: { reader: headers.get('x-reader') ?? 'nobody' } }),
  });
  const listener = await mcp.listen({ port: 0 });
  // #endregion mcp
  const client = new Client({ name: 'five-ways', version: '1.0.0' });
  const requestInit = { headers: { 'x-reader': reader } };
  await client.connect(new StreamableHTTPClientTransport(listener.url, { requestInit }));
  try {
    const readings: Reading[] = [];
    for (const { name, arguments: args } of calls) {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...args } });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      readings.push({ text, isError });
    }
    return readings;
  } finally {
    await client.close();
    await listener.close();
  }
}
