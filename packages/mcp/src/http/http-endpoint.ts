import type { IncomingMessage } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  oauthMetadataResponse,
  type AuthInfo,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { McpRequest } from '../mcp-request.js';
import { makeServer } from '../server/make-server.js';
import type { Change } from '../server/changes.js';
import { LISTEN, readableSubscriptions } from '../server/listen.js';
import type { McpService } from '../server/mcp-service.js';
import { authenticator } from './authenticator.js';
import { Caller } from './caller.js';
import { hostGuard } from './host-guard.js';
import { jsonRpcError } from './json-rpc-error.js';
import { Sessions } from './sessions.js';
import { jsonBody, stepUpChallenge } from './step-up.js';

/**
 * The server over HTTP: checks the head of a request, then selects the revision of the protocol.
 */
export class HttpEndpoint {
  readonly maxRequestBytes: number;
  private readonly guard;
  private readonly authenticate;
  private readonly handler: McpHttpHandler;
  private readonly sessions: Sessions | undefined;
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
        service.mention(error);
      },
    });
  }

  /**
   * Returns the sender of an accepted request, or the response that rejects it. Reads only the
   * head.
   *
   * @param incoming - the request of Node's http server
   */
  async enter(request: Request, incoming?: IncomingMessage): Promise<Caller | Response> {
    if (this.closed) return jsonRpcError(503, -32000, 'The server is shutting down');
    const { oauth } = this.service.options;
    const early = this.guard(request) ?? (oauth === undefined ? undefined : oauthMetadataResponse(request, oauth));
    if (early !== undefined) return early;
    try {
      const auth = await this.authenticate(request);
      return auth instanceof Response ? auth : new Caller(auth ?? authLeftOn(incoming), request.headers, incoming);
    } catch (error) {
      return this.failed(error);
    }
  }

  /**
   * Answers an accepted request. Never rejects.
   *
   * @param parsedBody - the body from a body parser
   */
  async answer(request: Request, caller: Caller, parsedBody?: unknown): Promise<Response> {
    const body = request.method === 'POST' ? parsedBody : undefined;
    const limit = { maxRequestBodySize: this.maxRequestBytes };
    try {
      const challenge = await this.challenge(request, caller, body);
      if (challenge !== undefined) return challenge;
      const listen = await this.listenRequest(request, caller, body);
      if (listen !== undefined) return await this.handler.fetch(request, { authInfo: caller, parsedBody: listen });
      if (this.sessions !== undefined && (await isLegacyRequest(request, body, limit))) {
        return await this.sessions.fetch(request, caller, body);
      }
      return await this.handler.fetch(request, { authInfo: caller, parsedBody: body });
    } catch (error) {
      return this.failed(error);
    }
  }

  /** Answers a request in web-standard form. Never rejects. */
  async fetch(request: Request): Promise<Response> {
    const caller = await this.enter(request);
    return caller instanceof Response ? caller : this.answer(request, caller);
  }

  /** Tells clients about a change. */
  notify(change: Change): void {
    change.publish(this.handler.notify);
    for (const server of this.sessions?.servers() ?? []) change.send(server, 'legacy');
  }

  /** Rejects all further requests. */
  refuse(): void {
    this.closed = true;
  }

  /** Ends the requests in progress. */
  async close(): Promise<void> {
    await Promise.all([this.handler.close(), this.sessions?.close()]);
  }

  private failed(error: unknown): Response {
    this.service.report(error);
    return jsonRpcError(500, -32603, 'Internal error');
  }

  private serverOf(caller: unknown, request: Request | undefined) {
    const method = request === undefined ? undefined : openingMethod(request);
    if (method === undefined || !(caller instanceof Caller)) return makeServer(this.service);
    return this.serverFor(caller, method);
  }

  private async serverFor(caller: Caller, method: string) {
    return makeServer(this.service, await this.service.instructions(requestOf(caller, method)));
  }

  /** Returns a request `subscriptions/listen` with only the resources that its user may read. */
  private async listenRequest(request: Request, caller: Caller, body: unknown): Promise<unknown> {
    if (request.headers.get('mcp-method') !== LISTEN || !this.service.kinds.has('resource')) return undefined;
    const parsed = body ?? (await jsonBody(request.clone(), this.maxRequestBytes));
    return readableSubscriptions(this.service, requestOf(caller, LISTEN), parsed);
  }

  /** Returns the 403 for a call that needs more scopes, before any work for the call. */
  private async challenge(request: Request, caller: Caller, body: unknown): Promise<Response | undefined> {
    const { stepUp = false } = this.service.options;
    if (stepUp === false || caller.auth === undefined || request.method !== 'POST') return undefined;
    const parsed = body ?? (await jsonBody(request.clone(), this.maxRequestBytes));
    return stepUpChallenge(this.service, requestOf(caller, 'tools/call'), parsed);
  }
}

/** Returns the facts about a request whose message the SDK has not read. */
function requestOf({ auth, headers, incoming }: Caller, method: string): McpRequest {
  return {
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
}

/**
 * Returns the method of a request that asks for the server's identity. Only answers to it carry
 * instructions. Before 2026-07-28, it is the opening request, which names no revision yet.
 */
function openingMethod({ headers }: Request): 'server/discover' | 'initialize' | undefined {
  if (headers.get('mcp-method') === 'server/discover') return 'server/discover';
  return headers.has('mcp-protocol-version') ? undefined : 'initialize';
}

/**
 * Returns the auth that middleware in the SDK's form (`requireBearerAuth` of its framework
 * packages) left on the request.
 */
function authLeftOn(incoming: (IncomingMessage & { readonly auth?: unknown }) | undefined): AuthInfo | undefined {
  const { token, clientId, scopes } = Object(incoming?.auth) as Readonly<Record<keyof AuthInfo, unknown>>;
  const isAuth = typeof token === 'string' && typeof clientId === 'string' && Array.isArray(scopes);
  return isAuth ? (incoming?.auth as AuthInfo) : undefined;
}
