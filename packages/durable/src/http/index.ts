/*
 * HTTP routes for calls that wait for a decision: Express, Fastify, Hono, or any other server.
 */

export type { Authorization, Authorize, PendingAction, PendingScope } from './authorize.js';
export { expressPending, fastifyPending, honoPending, type FastifyReplyPort } from './frameworks.js';
export { HttpProblem, jsonResponse, problemResponse } from './http-problem.js';
export { answerNode } from './answer-node.js';
export { fetchRequest, type NodeMessage } from './fetch-request.js';
export { signedDecision } from './read-decision.js';
export { readJson } from './read-json.js';
export {
  pendingHandler,
  type PendingHandler,
  type PendingHandlerOptions,
  type PendingSource,
} from './pending-handler.js';
