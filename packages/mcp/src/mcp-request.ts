import type { IncomingMessage } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';

/** The facts about one request of a client, from which a run is created. */
export interface McpRequest {
  /** The method of the protocol, such as `tools/call`. */
  readonly method: string;
  /** The transport that carried the request. */
  readonly transport: 'stdio' | 'http';
  /** The revision of the protocol for the request, such as `2026-07-28`. */
  readonly protocolVersion: string;
  /**
   * The result of `authenticate`, or the auth that middleware in the SDK's form left on the Node
   * request (`request.auth`).
   */
  readonly auth: AuthInfo | undefined;
  /** The headers of the HTTP request. Empty over stdio. */
  readonly headers: Headers;
  /**
   * The request of Node's http server (or Express, Fastify, Nest), with all properties from
   * middleware.
   */
  readonly incoming: IncomingMessage | undefined;
  /**
   * The id of the session, in the 2025-11-25 protocol over HTTP. Later requests of the session have
   * the same id.
   */
  readonly sessionId: string | undefined;
  /** Name and version that the client reports. They are not verified. */
  readonly client: { readonly name: string; readonly version: string } | undefined;
  /**
   * `_meta` of the request, without the keys that the protocol reserves. It is from the client and
   * not verified.
   */
  readonly meta: Readonly<Record<string, unknown>>;
}
