import { wellFormedData } from '@haft/schema/internal';
import type { McpServer } from '@modelcontextprotocol/server';
import { promptOf } from './lists.js';
import type { McpService } from './mcp-service.js';
import { PromptForm } from './offer-form.js';
import { pageOf } from './page.js';
import { readRequest } from './read-request.js';
import { takeTurn } from './take-turn.js';

/** Serves `prompts/*` on a server. */
export function servePrompts(service: McpService, mcp: McpServer): void {
  mcp.server.setRequestHandler('prompts/list', ({ params }, ctx) =>
    service.inRunOf(readRequest(mcp, ctx), async (run) => {
      const { items, more } = pageOf(await run.prompts(), ({ name }) => name, service.page(params?.cursor));
      return { prompts: items.map(promptOf), ...more };
    }),
  );
  mcp.server.setRequestHandler('prompts/get', ({ params }, ctx) =>
    service.guarded(async () =>
      wellFormedData(await takeTurn(service, { server: mcp, ctx }, new PromptForm(service, params))),
    ),
  );
}
