/* eslint-disable @typescript-eslint/no-deprecated -- deprecated with revision 2025-11-25 itself, which has no other place for these */
import {
  LATEST_PROTOCOL_VERSION,
  type ClientCapabilities,
  type Implementation,
  type McpServer,
} from '@modelcontextprotocol/server';

/** The revision of the protocol that requests are served by. */
export function protocolVersionOf({ server }: McpServer): string {
  return server.getNegotiatedProtocolVersion() ?? LATEST_PROTOCOL_VERSION;
}

/** The name that the client gives itself, in either revision. */
export function clientOf({ server }: McpServer): Implementation | undefined {
  return server.getClientVersion();
}

/** What the client says that it can do, in either revision. */
export function capabilitiesOf({ server }: McpServer): ClientCapabilities {
  return server.getClientCapabilities() ?? {};
}
