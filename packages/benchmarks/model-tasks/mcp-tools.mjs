// The peer: the official MCP filesystem server over the same files. `npm run peers -w @haft/mcp`
// installs it.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const SERVER = join(
  import.meta.dirname,
  '../../mcp/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);

/** The server prints absolute paths. This one hides how long the world's is. */
const SHOWN = '/project';

export async function mcpFilesystem({ folder }) {
  const root = realpathSync(join(folder, 'work'));
  const shown = (text) => text.replaceAll(root, SHOWN);
  const withRoot = (args) => JSON.parse(JSON.stringify(args).replaceAll(`"${SHOWN}/`, `"${root}/`));
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
            const { content, isError } = await client.callTool({ name, arguments: withRoot(args) });
            const text = content.map((part) => part.text ?? `[${part.type}]`).join('\n');
            return { text: shown(text), status: isError ? 'failed' : 'success' };
          } catch (error) {
            return { text: shown(error.message), status: 'failed' };
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
