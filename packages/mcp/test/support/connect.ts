import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client';
import type { McpEndpoint } from '../../src/index.js';

/** Both eras of the protocol, as the SDK's client asks for them. */
export const ERAS = [
  { era: '2025-11-25', versionNegotiation: { mode: 'legacy' } },
  { era: '2026-07-28', versionNegotiation: { mode: { pin: '2026-07-28' } } },
] as const;

export type Era = (typeof ERAS)[number];

export interface Connected {
  readonly client: Client;
  readonly url: URL;
}

/** The official client, connected over real HTTP; everything is closed when the test is done. */
export async function listening(mcp: McpEndpoint, closers: (() => Promise<void>)[]): Promise<URL> {
  const server = createServer((request, response) => void mcp.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    await mcp.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

export async function connectHttp(
  url: URL,
  { versionNegotiation }: Era,
  closers: (() => Promise<void>)[],
  options: ClientOptions = {},
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, ...options });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  closers.unshift(() => client.close());
  return client;
}
