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

/** The revision of the protocol that requests are served by. */
export function protocolVersionOf({ server }: McpServer): string {
  return server.getNegotiatedProtocolVersion() ?? LATEST_PROTOCOL_VERSION;
}

/** The name that the client gives itself: with each request, or once when it connected. */
export function clientOf({ server }: McpServer, ctx: ServerContext): Implementation | undefined {
  return fromEnvelope<Implementation>(ctx, CLIENT_INFO_META_KEY) ?? server.getClientVersion();
}

/** Whether the client can show its user a form. One that names no mode can (the rule of before there were modes). */
export function canAsk(server: McpServer, ctx: ServerContext): boolean {
  const { elicitation } = capabilitiesOf(server, ctx);
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function capabilitiesOf({ server }: McpServer, ctx: ServerContext): ClientCapabilities {
  return fromEnvelope<ClientCapabilities>(ctx, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities() ?? {};
}

/** What a request of 2026-07-28 says of its client; the SDK has checked its form. */
function fromEnvelope<Fact>(ctx: ServerContext, key: string): Fact | undefined {
  return (ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[key] as Fact | undefined;
}
