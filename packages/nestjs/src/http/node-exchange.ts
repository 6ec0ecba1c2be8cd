import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request and response in an application: those of Node under Express, wrappers under Fastify. */
export interface NestExchange {
  readonly request: object;
  readonly response: object;
}

/** Request and response of Node's http server. */
export interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Returns those of Node, from Express or Fastify. */
export function nodeExchange(exchange: NestExchange): NodeExchange {
  if (!isOfFastify(exchange)) return exchange as NodeExchange;
  return { request: exchange.request.raw, response: exchange.response.raw };
}

/** The used part of a request and a reply of Fastify. */
export interface FastifyExchange {
  readonly request: { readonly raw: IncomingMessage };
  /** `hijack`: after it, Fastify sends nothing itself. */
  readonly response: { readonly raw: ServerResponse; readonly hijack: () => void };
}

/** Returns whether they are Fastify's. */
export function isOfFastify(exchange: NestExchange): exchange is FastifyExchange {
  return 'hijack' in exchange.response && typeof exchange.response.hijack === 'function';
}

/**
 * Returns a signal that aborts if the client disconnects before its answer, or with another signal.
 * Also returns a function that stops listening for both. Linked by hand, because `AbortSignal.any`
 * keeps listeners of a signal that lives on.
 */
export function goneSignal(
  { response }: NodeExchange,
  other: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new Error('The client went away.'));
  };
  const onAbort = (): void => {
    controller.abort(other?.reason);
  };
  response.once('close', onClose);
  other?.addEventListener('abort', onAbort, { once: true });
  if (other?.aborted === true) onAbort();
  const stop = (): void => {
    response.off('close', onClose);
    other?.removeEventListener('abort', onAbort);
  };
  return { signal: controller.signal, stop };
}
