import type { IncomingMessage } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';

/**
 * The sender of an HTTP request. It travels through the SDK as its `authInfo`, which is passed by
 * reference. A handler gets no other custom data about the request.
 */
export class Caller implements AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: string[];

  constructor(
    /** The result of `authenticate`. */
    readonly auth: AuthInfo | undefined,
    readonly headers: Headers,
    readonly incoming: IncomingMessage | undefined,
  ) {
    this.token = auth?.token ?? '';
    this.clientId = auth?.clientId ?? '';
    this.scopes = auth?.scopes ?? [];
  }
}
