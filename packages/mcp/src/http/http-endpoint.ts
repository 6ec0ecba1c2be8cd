import type { IncomingMessage } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  oauthMetadataResponse,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { McpRequest } from '../mcp-request.js';
import { makeServer } from '../server/make-server.js';
import type { McpService } from '../server/mcp-service.js';
import { authenticator } from './authenticator.js';
import { Caller } from './caller.js';
import { hostGuard } from './host-guard.js';
import { Sessions } from './sessions.js';

/** What is known of a request beside what it says itself. */
export interface RequestFacts {
  readonly incoming?: IncomingMessage | undefined;
  /** What a body parser made of the body. */
  readonly parsedBody?: unknown;
}

/** The server over HTTP: the door, then the revision of the protocol. */
export class HttpEndpoint {
  readonly maxRequestBytes: number;
  private readonly guard;
  private readonly authenticate;
  private readonly handler: McpHttpHandler;
  private readonly sessions: Sessions | undefined;
  private readonly answering = new Set<Promise<unknown>>();
  private closed = false;

  /** @throws HaftError `HAFT_INVALID_OPTION` */
  constructor(private readonly service: McpService) {
    const { options } = service;
    const { maxRequestBytes = 4 * 1024 * 1024, sessions = {} } = options;
    this.maxRequestBytes = maxRequestBytes;
    this.guard = hostGuard(options);
    this.authenticate = authenticator(options);
    this.sessions =
      sessions === false
        ? undefined
        : new Sessions((caller) => this.serverFor(caller, 'initialize'), maxRequestBytes, sessions);
    this.handler = createMcpHandler(({ authInfo, requestInfo }) => this.serverOf(authInfo, requestInfo), {
      legacy: this.sessions === undefined ? 'stateless' : 'reject',
      maxRequestBodySize: maxRequestBytes,
      onerror: (error) => {
        service.report(error);
      },
    });
  }

  /** Answers one request. Never rejects. */
  fetch(request: Request, facts: RequestFacts): Promise<Response> {
    const answer = this.answer(request, facts).catch((error: unknown) => {
      this.service.report(error);
      return jsonRpcError(500, -32603, 'Internal error');
    });
    this.answering.add(answer);
    void answer.finally(() => this.answering.delete(answer));
    return answer;
  }

  toolsChanged(): void {
    this.handler.notify.toolsChanged();
    for (const server of this.sessions?.servers() ?? []) server.sendToolListChanged();
  }

  /** Takes no more requests, waits a while for those that are answered now, and ends what is left. */
  async close(drainMs: number): Promise<void> {
    this.closed = true;
    if (drainMs > 0 && this.answering.size > 0) await settledWithin(this.answering, drainMs);
    await Promise.all([this.handler.close(), this.sessions?.close()]);
  }

  private async answer(request: Request, { incoming, parsedBody }: RequestFacts): Promise<Response> {
    if (this.closed) return jsonRpcError(503, -32000, 'The server is shutting down');
    const { oauth } = this.service.options;
    const early = this.guard(request) ?? (oauth === undefined ? undefined : oauthMetadataResponse(request, oauth));
    if (early !== undefined) return early;
    const auth = await this.authenticate(request);
    if (auth instanceof Response) return auth;
    const caller = new Caller(auth, request.headers, incoming);
    const body = request.method === 'POST' ? parsedBody : undefined;
    if (this.sessions !== undefined && (await isLegacyRequest(request, body, this.bodyLimit))) {
      return this.sessions.fetch(request, caller, body);
    }
    return this.handler.fetch(request, { authInfo: caller, parsedBody: body });
  }

  private get bodyLimit() {
    return { maxRequestBodySize: this.maxRequestBytes };
  }

  private serverOf(caller: unknown, request: Request | undefined) {
    const method = request?.headers.get('mcp-method');
    // Only these answers carry instructions, and only they are worth the asking.
    if (method !== 'server/discover' || !(caller instanceof Caller)) return makeServer(this.service);
    return this.serverFor(caller, method);
  }

  private async serverFor({ auth, headers, incoming }: Caller, method: string) {
    const request: McpRequest = {
      method,
      transport: 'http',
      protocolVersion: headers.get('mcp-protocol-version') ?? '',
      auth,
      headers,
      incoming,
      sessionId: undefined,
      client: undefined,
      meta: {},
    };
    return makeServer(this.service, await this.service.instructions(request));
  }
}

async function settledWithin(answers: Iterable<Promise<unknown>>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(answers), late]);
  clearTimeout(timer);
}

function jsonRpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
