// The peer: the official MCP filesystem server over the same files. `npm run peers -w @haft/mcp`
// installs it.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const SERVER = join(
  import.meta.dirname,
  '../../mcp/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);

export async function mcpFilesystem({ folder }) {
  const root = join(folder, 'work');
  const client = new Client({ name: 'model-tasks', version: '1.0.0' });
  // The server runs in the folder, so that relative paths work and no long path costs tokens.
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [SERVER, '.'], cwd: root, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  const definitions = tools.map(({ name, description, inputSchema: { $schema, ...parameters } }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
  return {
    async start() {},
    async definitions() {
      return { tools: definitions, instructions: client.getInstructions() ?? '' };
    },
    async call(calls) {
      return Promise.all(
        calls.map(async ({ name, arguments: args }) => {
          try {
            const { content, isError } = await client.callTool({ name, arguments: args });
            const text = content.map((part) => part.text ?? `[${part.type}]`).join('\n');
            return { text, status: isError ? 'failed' : 'success' };
          } catch (error) {
            return { text: error.message, status: 'failed' };
          }
        }),
      );
    },
    async state() {
      return {};
    },
    async end() {
      await client.close();
    },
  };
}
