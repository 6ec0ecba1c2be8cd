import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request and response as an application has them: those of Node under Express, around them under Fastify. */
export interface NestExchange {
  readonly request: object;
  readonly response: object;
}

/** Request and response of Node's http server. */
export interface NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Those of Node, of Express or Fastify. */
export function nodeExchange({ request, response }: NestExchange): NodeExchange {
  return { request: rawOf<IncomingMessage>(request), response: rawOf<ServerResponse>(response) };
}

function rawOf<Raw>(wrapper: object): Raw {
  return ((wrapper as { readonly raw?: Raw }).raw ?? wrapper) as Raw;
}

/** A signal that is aborted when the client goes away before it has its answer, and the end of listening for that. */
export function goneSignal({ response }: NodeExchange): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new Error('The client went away.'));
  };
  response.once('close', onClose);
  return { signal: controller.signal, stop: () => response.off('close', onClose) };
}
