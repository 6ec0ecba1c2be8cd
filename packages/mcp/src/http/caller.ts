import type { IncomingMessage } from 'node:http';
import type { AuthInfo } from '@modelcontextprotocol/server';

/**
 * The sender of an HTTP request. It travels through the SDK as its `authInfo`, which is passed by
 * reference. A handler gets no other custom data about the request. The SDK itself reads facts of
 * it, such as the address of the metadata for a 403.
 */
export class Caller implements AuthInfo {
  readonly token: string = '';
  readonly clientId: string = '';
  readonly scopes: string[] = [];
  declare readonly expiresAt?: number;
  declare readonly resource?: URL;
  declare readonly resourceMetadataUrl?: string;
  declare readonly extra?: Record<string, unknown>;

  constructor(
    /** The result of `authenticate`. */
    readonly auth: AuthInfo | undefined,
    readonly headers: Headers,
    readonly incoming: IncomingMessage | undefined,
  ) {
    Object.assign(this, auth, { auth, headers, incoming });
  }
}
