import { definitionOfOffer } from '@haft/runtime/internal';
import { wellFormedData } from '@haft/schema/internal';
import { ProtocolError, ProtocolErrorCode, type McpServer } from '@modelcontextprotocol/server';
import type { McpService } from './mcp-service.js';
import { readRequest } from './read-request.js';

/** Serves `completion/complete` on a server. */
export function serveCompletion(service: McpService, mcp: McpServer): void {
  mcp.server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }, ctx) =>
    service.inRunOf(readRequest(mcp, ctx), async (run) => {
      const [target, name] =
        ref.type === 'ref/prompt'
          ? [{ prompt: ref.name }, { prompt: ref.name }]
          : [{ resource: ref.uri }, { template: ref.uri }];
      // The same error for what does not exist, and for what the user may not read.
      if ((await definitionOfOffer(run, name)) === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt or resource template.');
      }
      const given = context?.arguments ?? {};
      const found = await run.complete({ ...target, parameter: argument.name, text: argument.value, given });
      return wellFormedData({ completion: { ...found, values: [...found.values] } });
    }),
  );
}
