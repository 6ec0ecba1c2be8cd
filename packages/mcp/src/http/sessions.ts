import { randomUUID } from 'node:crypto';
import { HaftError } from '@haft/core';
import { WebStandardStreamableHTTPServerTransport, type McpServer } from '@modelcontextprotocol/server';
import type { SessionOptions } from '../mcp-options.js';
import type { Caller } from './caller.js';
import { jsonRpcError } from './json-rpc-error.js';

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Of the credentials that opened it: no others may use it. */
  readonly owner: string;
  usedAt: number;
  /** Streams that clients hold open. */
  streams: number;
}

/** Sessions of the 2025-11-25 protocol over HTTP, by id. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly max: number;
  private readonly idleMs: number;
  private sweeper: NodeJS.Timeout | undefined = undefined;

  /** @throws HaftError `HAFT_INVALID_OPTION` */
  constructor(
    private readonly makeServer: (caller: Caller) => Promise<McpServer>,
    private readonly maxRequestBodySize: number,
    { max = 1_000, idleMs = 30 * 60_000 }: SessionOptions = {},
  ) {
    if (!Number.isInteger(max) || max < 1 || !(idleMs >= 1)) {
      throw new HaftError('HAFT_INVALID_OPTION', 'serveMcp sessions: max and idleMs must be at least 1.', {
        hint: 'Give whole numbers, or `sessions: false` to serve each request alone.',
      });
    }
    this.max = max;
    this.idleMs = idleMs;
  }

  /** Answers a request: in its session, or by opening one. */
  async fetch(request: Request, caller: Caller, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.open(request, caller, parsedBody);
    const session = this.sessions.get(id);
    // A session of somebody else is none: whoever guesses an id learns nothing.
    if (session?.owner !== ownerOf(caller)) return jsonRpcError(404, -32001, 'Session not found');
    session.usedAt = Date.now();
    const response = await session.transport.handleRequest(request, { authInfo: caller, parsedBody });
    return request.method === 'GET' && response.ok ? heldOpen(response, session) : response;
  }

  /** All servers, to be told that tools changed. */
  servers(): readonly McpServer[] {
    return [...this.sessions.values()].map(({ server }) => server);
  }

  async close(): Promise<void> {
    const open = [...this.sessions.values()];
    this.sessions.clear();
    this.stopSweeping();
    await Promise.all(open.map(({ server }) => server.close()));
  }

  private async open(request: Request, caller: Caller, parsedBody: unknown): Promise<Response> {
    const server = await this.makeServer(caller);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.maxRequestBodySize,
      onsessioninitialized: (id) => {
        this.add(id, { server, transport, owner: ownerOf(caller), usedAt: Date.now(), streams: 0 });
      },
    });
    await server.connect(transport);
    server.server.onclose = () => {
      if (transport.sessionId !== undefined) this.sessions.delete(transport.sessionId);
    };
    const response = await transport.handleRequest(request, { authInfo: caller, parsedBody });
    // Nothing was opened: it was no `initialize`, and the transport has said so.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  private add(id: string, session: Session): void {
    if (this.sessions.size >= this.max) this.endOldest();
    this.sessions.set(id, session);
    this.sweeper ??= setInterval(() => {
      this.sweep();
    }, this.idleMs / 2).unref();
  }

  private endOldest(): void {
    const [oldest] = [...this.sessions.values()].sort(
      (one, other) => Number(one.streams > 0) - Number(other.streams > 0) || one.usedAt - other.usedAt,
    );
    if (oldest !== undefined) void oldest.server.close();
  }

  private sweep(): void {
    const latest = Date.now() - this.idleMs;
    for (const session of this.sessions.values()) {
      if (session.streams === 0 && session.usedAt < latest) void session.server.close();
    }
    if (this.sessions.size === 0) this.stopSweeping();
  }

  private stopSweeping(): void {
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }
}

function ownerOf({ auth }: Caller): string {
  const subject = auth?.extra?.['sub'];
  return JSON.stringify([auth?.clientId ?? null, typeof subject === 'string' ? subject : null]);
}

/** The same response, while whose body lasts the session is in use. */
function heldOpen(response: Response, session: Session): Response {
  if (response.body === null) return response;
  session.streams += 1;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const end = (): void => {
    session.streams -= 1;
    session.usedAt = Date.now();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Node's http server sends the head with the first bytes only, and the client waits for it.
      controller.enqueue(COMMENT);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      end();
      controller.close();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Of the format of event streams: a line that says nothing. */
const COMMENT = new TextEncoder().encode(': open\n\n');
