import { wellFormedData } from '@haft/schema/internal';
import { McpServer, type ServerCapabilities } from '@modelcontextprotocol/server';
import type { WaitingCall } from '../elicitation/state-seal.js';
import { callTool } from './call-tool.js';
import { serveCompletion } from './completion.js';
import type { McpService } from './mcp-service.js';
import { pageOf } from './page.js';
import { servePrompts } from './prompts.js';
import { readRequest } from './read-request.js';
import { serveResources } from './resources.js';
import { serveTasks } from './tasks/serve-tasks.js';
import { listedDefinitions } from './tasks/task-tools.js';
import { TASKS_EXTENSION } from '../tasks-extension.js';
import { toolOfDefinition } from './tool-of-definition.js';

/**
 * Creates a server of the SDK for one connection, or for one request if the protocol has no
 * connections. Does not use the SDK's registries, which would validate arguments themselves and
 * have no runs.
 */
export function makeServer(service: McpService, instructions = ''): McpServer {
  const { name = 'haft', version = '0.0.0', title, listTtlMs = 0 } = service.options;
  const list = { ttlMs: listTtlMs, cacheScope: 'private' } as const;
  const mcp = new McpServer(
    { name, version, ...(title === undefined ? {} : { title }) },
    {
      capabilities: capabilitiesOf(service),
      ...(instructions === '' ? {} : { instructions }),
      cacheHints: {
        'tools/list': list,
        'resources/list': list,
        'resources/templates/list': list,
        'prompts/list': list,
      },
      requestState: { verify: (state): WaitingCall => service.seal.open(state) },
    },
  );
  mcp.server.setRequestHandler('tools/list', ({ params }, ctx) =>
    service.inRunOf(readRequest(mcp, ctx), async (run) => {
      const { items, more } = pageOf(
        listedDefinitions(service, await run.definitions(), ctx),
        (tool) => tool.name,
        service.page(params?.cursor),
      );
      return { tools: items.map(toolOfDefinition), ...more };
    }),
  );
  mcp.server.setRequestHandler('tools/call', (request, ctx) =>
    service.guarded(async () => wellFormedData(await callTool(service, mcp, request, ctx))),
  );
  if (service.kinds.has('resource')) serveResources(service, mcp);
  if (service.kinds.has('prompt')) servePrompts(service, mcp);
  if (service.kinds.size > 1) serveCompletion(service, mcp);
  serveTasks(service, mcp);
  mcp.server.onerror = (error) => {
    service.mention(error);
  };
  return mcp;
}

/** Names resources and prompts only if the toolsets have some. */
function capabilitiesOf({ kinds, options, tasks }: McpService): ServerCapabilities {
  return {
    tools: { listChanged: true },
    ...(kinds.has('resource') ? { resources: { listChanged: true, subscribe: true } } : {}),
    ...(kinds.has('prompt') ? { prompts: { listChanged: true } } : {}),
    ...(kinds.size > 1 ? { completions: {} } : {}),
    ...(options.logging === true ? { logging: {} } : {}),
    ...(tasks === undefined ? {} : { extensions: { [TASKS_EXTENSION]: {} } }),
  };
}
