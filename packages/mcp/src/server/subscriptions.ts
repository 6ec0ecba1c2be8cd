import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';

/** The most resources that one session or one stream is told about. */
export const MOST_SUBSCRIPTIONS = 100;

/** The resources that the sessions of 2025-11-25 are told about, by their server. */
export class Subscriptions {
  private readonly uris = new WeakMap<McpServer, Set<string>>();

  /** @throws {ProtocolError} -32602 beyond {@link MOST_SUBSCRIPTIONS} */
  add(server: McpServer, uri: string): void {
    const all = this.uris.get(server) ?? new Set();
    if (all.size >= MOST_SUBSCRIPTIONS && !all.has(uri)) {
      const text = `A session can subscribe to at most ${MOST_SUBSCRIPTIONS} resources. Unsubscribe from one first.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, text, { uri });
    }
    this.uris.set(server, all.add(uri));
  }

  remove(server: McpServer, uri: string): void {
    this.uris.get(server)?.delete(uri);
  }

  has(server: McpServer, uri: string): boolean {
    return this.uris.get(server)?.has(uri) === true;
  }
}
