import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { McpService } from './mcp-service.js';
import { takeTurn } from './take-turn.js';
import { ToolForm } from './tool-form.js';

/** Answers `tools/call`. */
export function callTool(
  service: McpService,
  server: McpServer,
  { params }: CallToolRequest,
  ctx: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const client = { server, ctx };
  return takeTurn(service, client, new ToolForm(service, client, params));
}
