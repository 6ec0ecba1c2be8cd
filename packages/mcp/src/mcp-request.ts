import type { IncomingMessage } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';

/** What a server knows of one request of a client; what a run is made from. */
export interface McpRequest {
  readonly method: string;
  readonly transport: 'stdio' | 'http';
  /** The revision of the protocol that the request is served by, such as `2026-07-28`. */
  readonly protocolVersion: string;
  /** What `authenticate` found, or what middleware of the SDK's form left on the Node request (`request.auth`). */
  readonly auth: AuthInfo | undefined;
  /** Of the HTTP request; none over stdio. */
  readonly headers: Headers;
  /** The request as Node's http server (or Express, Fastify, Nest) got it, with all that middleware left on it. */
  readonly incoming: IncomingMessage | undefined;
  /** Of the 2025-11-25 protocol over HTTP: later requests of the same session have the same. */
  readonly sessionId: string | undefined;
  /** Name and version that the client gives itself. Nobody checked it. */
  readonly client: { readonly name: string; readonly version: string } | undefined;
  /** `_meta` of the request, without what the protocol reserves. From the client: nobody checked it. */
  readonly meta: Readonly<Record<string, unknown>>;
}
