/*
 * The same server with the SDK of the official file server: `node serve-echo.mjs SERVER LINES`.
 * SERVER is a module of the official server.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , server, lines] = process.argv;
const { resolve } = createRequire(server);
const load = (name) => import(pathToFileURL(resolve(`@modelcontextprotocol/sdk/server/${name}.js`)).href);
const { McpServer } = await load('mcp');
const { StdioServerTransport } = await load('stdio');

const content = `${'x'.repeat(49)}\n`.repeat(Number(lines));
const echo = new McpServer({ name: 'echo', version: '1.0.0' });
echo.registerTool('echo', { description: 'Returns a text.' }, () => ({
  content: [{ type: 'text', text: content }],
  structuredContent: { content },
}));
await echo.connect(new StdioServerTransport());
