import type { ResourceDefinition } from '@haft/runtime';
import { declaredResources, refusalOfRead } from '@haft/runtime/internal';
import { wellFormedData } from '@haft/schema/internal';
import type { McpServer } from '@modelcontextprotocol/server';
import type { McpRequest } from '../mcp-request.js';
import { resourceOf, templateOf } from './lists.js';
import type { McpService } from './mcp-service.js';
import { ResourceForm } from './offer-form.js';
import { pageOf } from './page.js';
import { readRequest } from './read-request.js';
import { takeTurn } from './take-turn.js';

/** Serves `resources/*` on a server. */
export function serveResources(service: McpService, mcp: McpServer): void {
  const { server } = mcp;
  server.setRequestHandler('resources/list', ({ params }, ctx) =>
    service.guarded(async () => {
      const resources = await allResources(service, readRequest(mcp, ctx));
      const { items, more } = pageOf(resources, ({ uri }) => uri, service.page(params?.cursor));
      return { resources: items.map(resourceOf), ...more };
    }),
  );
  server.setRequestHandler('resources/templates/list', ({ params }, ctx) =>
    service.inRunOf(readRequest(mcp, ctx), async (run) => {
      const { templates } = await declaredResources(run);
      const { items, more } = pageOf(templates, ({ uriTemplate }) => uriTemplate, service.page(params?.cursor));
      return { resourceTemplates: items.map(templateOf), ...more };
    }),
  );
  server.setRequestHandler('resources/read', ({ params }, ctx) =>
    service.guarded(async () =>
      wellFormedData(await takeTurn(service, { server: mcp, ctx }, new ResourceForm(service, params))),
    ),
  );
  // Only for 2025-11-25. In 2026-07-28, the SDK serves `subscriptions/listen`.
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, ctx) =>
    service.inRunOf(readRequest(mcp, ctx), async (run) => {
      const refused = await refusalOfRead(run, uri);
      if (refused !== undefined) new ResourceForm(service, { uri }).refuse(refused.status, refused.text);
      service.subscriptions.add(mcp, uri);
      return {};
    }),
  );
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    service.subscriptions.remove(mcp, uri);
    return {};
  });
}

/**
 * Returns the resources of a list. Methods that list resources of a template run with the scopes
 * that the token has, not with those that its client may ask for.
 */
async function allResources(service: McpService, request: McpRequest): Promise<readonly ResourceDefinition[]> {
  const host = await service.hostOf({ ...request, method: 'resources/read' });
  const { resources } = await service.inRun(host, (run) => run.resources());
  if (host.hasScopes !== true || (service.options.stepUp ?? false) === false) return resources;
  const declared = await service.inRun(await service.hostOf(request), declaredResources);
  return [...declared.resources, ...resources];
}
