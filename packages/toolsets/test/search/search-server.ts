import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server got. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** An answer of the server. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the connection is closed before the end of the body. */
  readonly cut?: boolean;
}

/** A server on loopback that answers as a search service does. */
export interface SearchServer {
  readonly baseUrl: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/** Starts a server. An answer that is undefined never comes. */
export async function startSearchServer(answer: (turn: number) => Answer | undefined): Promise<SearchServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const part of request) text += String(part);
      const url = new URL(request.url ?? '/', 'http://localhost');
      const reply = answer(received.length);
      received.push({
        method: request.method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      });
      if (reply === undefined) return;
      response.writeHead(reply.status ?? 200, reply.headers);
      if (reply.cut === true) response.write(reply.body, () => request.socket.destroy());
      else response.end(reply.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
