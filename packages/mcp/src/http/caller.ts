import type { IncomingMessage } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';

/**
 * Who sent an HTTP request. It travels through the SDK in the place of its `authInfo`, which is passed on by reference, since that
 * is all that a handler gets to know of the request that its own code did not put there.
 */
export class Caller implements AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: string[];

  constructor(
    /** What `authenticate` found. */
    readonly auth: AuthInfo | undefined,
    readonly headers: Headers,
    readonly incoming: IncomingMessage | undefined,
  ) {
    this.token = auth?.token ?? '';
    this.clientId = auth?.clientId ?? '';
    this.scopes = auth?.scopes ?? [];
  }
}
