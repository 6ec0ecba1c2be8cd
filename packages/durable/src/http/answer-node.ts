import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetchRequest, type NodeMessage } from './fetch-request.js';
import { HttpProblem, problemOf } from './http-problem.js';

/** Answers a request of the fetch standard. */
type Answer = (request: Request) => Promise<Response>;

/**
 * Answers a request of Node with a handler of the fetch standard. Every request gets an answer,
 * also one that the fetch standard cannot express. Never rejects because of the request.
 *
 * @param body - the body that a parser of the framework has read. Undefined if nothing has read it.
 */
export async function answerNode(
  request: NodeMessage,
  response: ServerResponse,
  body: unknown,
  handler: Answer,
): Promise<void> {
  const answer = await answerTo(request, body, handler);
  if (response.headersSent || response.destroyed) {
    // The client has left, or other code has answered: nothing must keep the body open.
    await answer.body?.cancel();
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  // The rest of a body that is too long. Otherwise the next request of the connection would wait.
  request.resume();
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response).catch(() => undefined);
}

/** Returns the answer to a request of Node. Parameters as for {@link answerNode}. */
export async function answerTo(request: NodeMessage, body: unknown, handler: Answer): Promise<Response> {
  let asked: Request;
  try {
    asked = fetchRequest(request, body);
  } catch (error) {
    if (error instanceof HttpProblem) return problemOf(error);
    throw error;
  }
  return handler(asked);
}
