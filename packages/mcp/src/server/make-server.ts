import { wellFormedData } from '@haft/schema/internal';
import { McpServer } from '@modelcontextprotocol/server';
import type { WaitingCall } from '../elicitation/state-seal.js';
import { callTool } from './call-tool.js';
import type { McpService } from './mcp-service.js';
import { readRequest } from './read-request.js';
import { toolPage } from './tool-page.js';

/**
 * Creates a server of the SDK for one connection, or for one request if the protocol has no
 * connections. Does not use the SDK's registry of tools, which would validate arguments itself and
 * has no runs.
 */
export function makeServer(service: McpService, instructions = ''): McpServer {
  const { name = 'haft', version = '0.0.0', title, logging = false, listTtlMs = 0 } = service.options;
  const mcp = new McpServer(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: { tools: { listChanged: true }, ...(logging ? { logging: {} } : {}) },
      ...(instructions === '' ? {} : { instructions }),
      cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
      requestState: { verify: (state): WaitingCall => service.seal.open(state) },
    },
  );
  mcp.server.setRequestHandler('tools/list', (request, ctx) =>
    service.guarded(async () => {
      const host = await service.hostOf(readRequest(mcp, ctx));
      return service.inRun(host, async (run) =>
        toolPage(await run.definitions(), request.params?.cursor, service.pageSize),
      );
    }),
  );
  mcp.server.setRequestHandler('tools/call', (request, ctx) =>
    service.guarded(async () => wellFormedData(await callTool(service, mcp, request, ctx))),
  );
  mcp.server.onerror = (error) => {
    service.mention(error);
  };
  return mcp;
}
