import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { HttpServer, McpToolsetOptions, StdioServer } from './mcp-toolset-options.js';

/** Creates a separate transport for each connection, because a transport works only once. */
export async function transportOf(server: McpToolsetOptions['server']): Promise<Transport> {
  if (typeof server === 'function') return server();
  return 'command' in server ? stdio(server) : http(server);
}

function stdio({ command, args = [], env = {}, cwd, stderr = 'ignore' }: StdioServer): Transport {
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr,
    ...(cwd === undefined ? {} : { cwd }),
  });
}

function http({ url, headers, authProvider, fetch }: HttpServer): Transport {
  return new StreamableHTTPClientTransport(new URL(url), {
    ...(headers === undefined ? {} : { requestInit: { headers: { ...headers } } }),
    ...(authProvider === undefined ? {} : { authProvider }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
