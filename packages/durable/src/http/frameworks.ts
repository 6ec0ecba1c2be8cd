import type { IncomingMessage, ServerResponse } from 'node:http';
import { HaftError, kindOf } from '@haft/core';
import { answerNode, answerTo } from './answer-node.js';
import type { NodeMessage } from './fetch-request.js';
import { isPendingPath, type PendingHandler } from './pending-handler.js';

/** A request of Node, maybe with facts of a framework. */
type NodeRequest = IncomingMessage & {
  /** The body that a parser of the framework has read. */
  readonly body?: unknown;
  /** Set by Express if a route of the application leads here, and not a mount point. */
  readonly route?: unknown;
};

/**
 * Returns middleware for Express, or a listener of Node's http server. Under Express it answers
 * the routes right below its mount point, and passes all other requests on.
 *
 * @example app.use(expressPending(handler)) // or at a prefix: app.use('/admin', ...)
 */
export function expressPending(
  handler: PendingHandler<never>,
): (request: NodeRequest, response: ServerResponse, next?: () => void) => Promise<void> {
  requireHandler('expressPending', handler);
  return async (request, response, next) => {
    if (next !== undefined && request.route === undefined && !isPendingPath(request.url ?? '/')) {
      next();
      return;
    }
    await answerNode(request, response, request.body, (asked) => handler(asked, request as never));
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
  requireHandler('fastifyPending', handler);
  return async (request, reply) => {
    const answer = await answerTo(request.raw, request.body, (asked) => handler(asked, request as never));
    request.raw.resume();
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
  requireHandler('honoPending', handler);
  return (context) => handler(context.req.raw, context as never);
}

function requireHandler(owner: string, handler: unknown): void {
  if (typeof handler === 'function') return;
  throw new HaftError('HAFT_INVALID_OPTION', `The argument of ${owner}() is ${kindOf(handler)}.`, {
    hint: `Write ${owner}(pendingHandler(runtime, { authorize })).`,
  });
}
