import type { IncomingMessage, ServerResponse } from 'node:http';
import { fetchRequest, type NodeMessage } from './fetch-request.js';
import type { PendingHandler } from './pending-handler.js';

/** A request of Node, maybe with a body that a parser of the framework has read. */
type NodeRequest = IncomingMessage & { readonly body?: unknown };

/**
 * Returns middleware for Express, or a listener of Node's http server.
 *
 * @example app.use(expressPending(handler)) // or at a prefix: app.use('/admin', ...)
 */
export function expressPending(
  handler: PendingHandler<never>,
): (request: NodeRequest, response: ServerResponse, next?: () => void) => Promise<void> {
  return async (request, response, next) => {
    if (next !== undefined && !/(?:^|\/)pending(?:[/?]|$)/.test(request.url ?? '')) {
      next();
      return;
    }
    const answer = await handler(fetchRequest(request, request.body), request as never);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  };
}

/** The used part of a reply of Fastify. */
export interface FastifyReplyPort {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(body: string): unknown;
}

/**
 * Returns a handler for a route of Fastify.
 *
 * @example app.all('/pending', fastifyPending(handler)); app.all('/pending/*', fastifyPending(handler));
 */
export function fastifyPending(
  handler: PendingHandler<never>,
): (request: { readonly raw: NodeMessage; readonly body?: unknown }, reply: FastifyReplyPort) => Promise<unknown> {
  return async (request, reply) => {
    const answer = await handler(fetchRequest(request.raw, request.body), request as never);
    reply.code(answer.status);
    reply.headers(Object.fromEntries(answer.headers));
    return reply.send(await answer.text());
  };
}

/**
 * Returns a handler for a route of Hono.
 *
 * @example app.all('/pending/*', honoPending(handler))
 */
export function honoPending(
  handler: PendingHandler<never>,
): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
  return (context) => handler(context.req.raw, context as never);
}
