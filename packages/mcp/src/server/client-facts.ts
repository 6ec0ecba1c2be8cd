/* eslint-disable @typescript-eslint/no-deprecated -- deprecated with revision 2025-11-25 itself, which has no other place for these */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LATEST_PROTOCOL_VERSION,
  type ClientCapabilities,
  type Implementation,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Returns the revision of the protocol for requests. */
export function protocolVersionOf({ server }: McpServer): string {
  return server.getNegotiatedProtocolVersion() ?? LATEST_PROTOCOL_VERSION;
}

/** Returns the name that the client reports: with each request, or once when it connected. */
export function clientOf({ server }: McpServer, ctx: ServerContext): Implementation | undefined {
  return fromEnvelope<Implementation>(ctx, CLIENT_INFO_META_KEY) ?? server.getClientVersion();
}

/**
 * Returns whether the client can show its user a form. A client that names no mode can, as before
 * modes existed.
 */
export function canAsk(server: McpServer, ctx: ServerContext): boolean {
  const { elicitation } = capabilitiesOf(server, ctx);
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Returns the capabilities in a request itself. Requests before 2026-07-28 have none. */
export function capabilitiesOfRequest(ctx: ServerContext): ClientCapabilities {
  return fromEnvelope<ClientCapabilities>(ctx, CLIENT_CAPABILITIES_META_KEY) ?? {};
}

function capabilitiesOf({ server }: McpServer, ctx: ServerContext): ClientCapabilities {
  return fromEnvelope<ClientCapabilities>(ctx, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities() ?? {};
}

/** Returns a fact about the client in a request of 2026-07-28. The SDK has checked its form. */
function fromEnvelope<Fact>(ctx: ServerContext, key: string): Fact | undefined {
  return (ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[key] as Fact | undefined;
}
