import type { Readable, Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { McpRequest } from '../mcp-request.js';
import { filterListen } from './filter-listen.js';
import type { Change } from '../server/changes.js';
import { makeServer } from '../server/make-server.js';
import type { McpService } from '../server/mcp-service.js';

/** A connection over two streams. */
export interface StdioConnection {
  /** Resolves when the client disconnects, or when the connection is closed. */
  readonly closed: Promise<void>;
  /** Closes the connection. Calling it twice is safe. */
  close(): Promise<void>;
}

/** The streams of a connection. */
export interface StdioStreams {
  /** Default: the standard input of this process. */
  readonly input?: Readable;
  /** Default: the standard output of this process. No other code may write to it. */
  readonly output?: Writable;
}

interface ServedClient {
  readonly server: McpServer;
  readonly era: 'legacy' | 'modern';
}

/** The server over streams. */
export class StdioConnections {
  private readonly open = new Map<StdioConnection, ServedClient | undefined>();

  constructor(private readonly service: McpService) {}

  connect({ input, output }: StdioStreams = {}): StdioConnection {
    const { service, open } = this;
    const transport = new StdioServerTransport(input, output);
    let tellClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      tellClosed = resolve;
    });
    const handle = serveStdio(
      async ({ era }) => {
        const server = makeServer(service, await service.instructions(stdioRequest(era)));
        open.set(connection, { server, era });
        return server;
      },
      {
        transport,
        onerror: (error) => {
          service.mention(error);
        },
      },
    );
    if (service.kinds.has('resource')) filterListen(service, transport, stdioRequest('modern'));
    const connection: StdioConnection = { closed, close: () => handle.close() };
    open.set(connection, undefined);
    const before = transport.onclose;
    transport.onclose = () => {
      open.delete(connection);
      before?.();
      tellClosed();
    };
    return connection;
  }

  /** Tells clients about a change. */
  notify(change: Change): void {
    for (const client of this.open.values()) if (client !== undefined) change.send(client.server, client.era);
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.keys()].map((connection) => connection.close()));
  }
}

function stdioRequest(era: 'legacy' | 'modern'): McpRequest {
  return {
    method: era === 'modern' ? 'server/discover' : 'initialize',
    transport: 'stdio',
    protocolVersion: era === 'modern' ? '2026-07-28' : '2025-11-25',
    auth: undefined,
    headers: new Headers(),
    incoming: undefined,
    sessionId: undefined,
    client: undefined,
    meta: {},
  };
}
