import { randomUUID } from 'node:crypto';
import { HaftError, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { WebStandardStreamableHTTPServerTransport, type McpServer } from '@modelcontextprotocol/server';
import type { SessionOptions } from '../mcp-options.js';
import type { Caller } from './caller.js';
import { jsonRpcError } from './json-rpc-error.js';

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The credentials that opened the session. No others may use it. */
  readonly owner: string;
  usedAt: number;
  /** The number of streams that clients hold open. */
  streams: number;
}

/** Sessions of the 2025-11-25 protocol over HTTP, by id. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly max: number;
  private readonly maxPerUser: number;
  private readonly idleMs: number;
  private sweeper: NodeJS.Timeout | undefined = undefined;

  /** @throws HaftError `HAFT_INVALID_OPTION` */
  constructor(
    private readonly makeServer: (caller: Caller) => Promise<McpServer>,
    private readonly maxRequestBodySize: number,
    options: SessionOptions = {},
  ) {
    refuseUnknownOptions('serveMcp sessions', options, OPTIONS);
    const { max = 1_000, maxPerUser, idleMs = 30 * 60_000 } = options;
    const counts = [max, maxPerUser ?? 1];
    if (counts.some((count) => !Number.isInteger(count) || count < 1) || !(idleMs >= 1)) {
      throw new HaftError('HAFT_INVALID_OPTION', 'serveMcp sessions: max, maxPerUser and idleMs must be at least 1.', {
        hint: 'Give whole numbers, or `sessions: false` to serve each request alone.',
      });
    }
    this.max = max;
    this.maxPerUser = Math.min(max, maxPerUser ?? Math.max(1, Math.floor(max / 10)));
    this.idleMs = idleMs;
  }

  /** Answers a request: in its session, or by opening one. */
  async fetch(request: Request, caller: Caller, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.open(request, caller, parsedBody);
    const session = this.sessions.get(id);
    // A session of another owner does not exist for the client, so that guessing an id reveals
    // nothing.
    if (session?.owner !== ownerOf(caller)) return jsonRpcError(404, -32001, 'Session not found');
    session.usedAt = Date.now();
    const response = await session.transport.handleRequest(request, { authInfo: caller, parsedBody });
    return request.method === 'GET' && response.ok ? heldOpen(response, session) : response;
  }

  /** Returns all servers, for notifications about changed tools. */
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
    const owner = ownerOf(caller);
    // One user never ends the sessions of another.
    if (!this.hasRoomFor(owner)) return jsonRpcError(503, -32000, 'Too many sessions');
    const server = await this.makeServer(caller);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.maxRequestBodySize,
      onsessioninitialized: (id) => {
        this.add(id, { server, transport, owner, usedAt: Date.now(), streams: 0 });
      },
    });
    await server.connect(transport);
    server.server.onclose = () => {
      if (transport.sessionId !== undefined) this.sessions.delete(transport.sessionId);
    };
    const response = await transport.handleRequest(request, { authInfo: caller, parsedBody });
    // Not an `initialize`: nothing was opened, and the transport has reported it.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  private add(id: string, session: Session): void {
    const own = this.sessionsOf(session.owner);
    if (own.length >= this.mostOf(session.owner) || this.sessions.size >= this.max) endOldest(own);
    this.sessions.set(id, session);
    this.sweeper ??= setInterval(() => {
      this.sweep();
    }, this.idleMs / 2).unref();
  }

  private hasRoomFor(owner: string): boolean {
    return this.sessions.size < this.max || this.sessionsOf(owner).length > 0;
  }

  private sessionsOf(owner: string): Session[] {
    return [...this.sessions.values()].filter((session) => session.owner === owner);
  }

  /** Returns the limit for an owner. Without authentication, all clients are one user. */
  private mostOf(owner: string): number {
    return owner === NOBODY ? this.max : this.maxPerUser;
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

/** Ends the session with the longest idle time. A session with an open stream is in use. */
function endOldest(sessions: Session[]): void {
  const [oldest] = sessions.sort(
    (one, other) => Number(one.streams > 0) - Number(other.streams > 0) || one.usedAt - other.usedAt,
  );
  if (oldest !== undefined) void oldest.server.close();
}

function ownerOf({ auth }: Caller): string {
  const subject = auth?.extra?.['sub'];
  return JSON.stringify([auth?.clientId ?? null, typeof subject === 'string' ? subject : null]);
}

/** The owner of the sessions of anonymous clients. */
const NOBODY = JSON.stringify([null, null]);

/** Returns the response with a session that stays in use until the body ends. */
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
      // Node's http server sends the head with the first bytes, and the client waits for it.
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

/** A comment in the format of event streams, which clients ignore. */
const COMMENT = new TextEncoder().encode(': open\n\n');

const OPTIONS: OptionNames<SessionOptions> = { max: true, maxPerUser: true, idleMs: true };
