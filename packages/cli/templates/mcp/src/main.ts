import { mcp } from './server.js';

if (process.argv.includes('--http')) {
  const { url } = await mcp.listen({ port: Number(process.env['PORT'] ?? 3000) });
  console.error(`Serving MCP at ${url}`);
} else {
  await mcp.connectStdio().closed; // the client starts this process
}
